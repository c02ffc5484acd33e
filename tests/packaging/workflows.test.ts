/** The workflows of the repository can do no more than they need, and run only what is pinned. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { z } from "../../src/contract/schema.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, ".github/workflows");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

const job = z.object({
  uses: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  environment: z.string().optional(),
  permissions: z.record(z.enum(["read", "write"])),
  "timeout-minutes": z.number().optional(),
  strategy: z.object({ matrix: z.record(z.array(z.unknown())) }).optional(),
  steps: z
    .array(
      z.object({
        run: z.string().optional(),
        uses: z.string().optional(),
        with: z.record(z.unknown()).optional(),
        env: z.record(z.string()).optional(),
      }),
    )
    .default([]),
});
const workflow = z.object({ on: z.record(z.unknown()), permissions: z.object({}).strict(), jobs: z.record(job) });

const WORKFLOWS = readdirSync(FOLDER).map((file) => {
  const text = read(`.github/workflows/${file}`);
  return { file, text, ...workflow.parse(parse(text)) };
});
const named = (file: string) => WORKFLOWS.find((each) => each.file === file)!;
const release = named("release.yml");
const commandsOf = (name: string) => release.jobs[name]!.steps.flatMap((step) => step.run ?? []).join("\n");
/** The jobs that a job waits for, directly or not. */
const before = (name: string): string[] =>
  [release.jobs[name]!.needs ?? []].flat().flatMap((each) => [each, ...before(each)]);

describe.each(WORKFLOWS)("$file", ({ text, jobs, on }) => {
  const steps = Object.values(jobs).flatMap((each) => each.steps);

  it("pins each action to a commit, with its version beside it", () => {
    const used = text.split("\n").filter((line) => /^\s*(?:- )?uses:/.test(line));
    expect(used).not.toEqual([]);
    const loose = used.filter((line) => !/uses: (?:\.\/\S+|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(line));
    expect(loose).toEqual([]);
  });

  it("leaves no credentials in a clone, and no text of others in a command", () => {
    const clones = steps.filter((step) => step.uses?.startsWith("actions/checkout@"));
    expect(clones.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
    expect(steps.filter((step) => step.run?.includes("${{"))).toEqual([]);
    expect(Object.keys(on)).not.toContain("pull_request_target");
    expect(text).not.toMatch(/\bsecrets\b/);
  });

  it("ends jobs that hang, and runs scripts that exist", () => {
    const own = Object.entries(jobs).filter(([, each]) => each.uses === undefined);
    expect(own.filter(([, each]) => each["timeout-minutes"] === undefined)).toEqual([]);
    const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });
});

describe("the release", () => {
  it("starts at tags of versions, or by hand without publishing", () => {
    expect(release.on).toEqual({ push: { tags: ["v*"] }, workflow_dispatch: null });
    expect(release.jobs["draft"]!.if).toBe("github.ref_type == 'tag'");
    expect(before("publish")).toContain("draft");
  });

  it("runs the checks of each pull request on every supported version of Node first", () => {
    expect(release.jobs["checks"]!.uses).toBe("./.github/workflows/ci.yml");
    const checks = named("ci.yml");
    expect(Object.keys(checks.on)).toEqual(expect.arrayContaining(["pull_request", "workflow_call"]));
    expect(checks.jobs["all"]!.steps.flatMap((step) => step.run ?? [])).toEqual([".ci/run"]);
    const [oldest] = /\d+/.exec(manifest.engines.node)!;
    expect(checks.jobs["all"]!.strategy!.matrix["node"]).toEqual([Number(oldest), 22, 24]);
    expect(before("draft").toSorted()).toEqual(["checks", "files", "image"]);
  });

  it("makes the files by the script of the dry run, and the image for two architectures", () => {
    expect(commandsOf("files")).toContain("npm run release:dry");
    const build = release.jobs["image"]!.steps.find((step) => step.uses?.startsWith("docker/build-push-action@"));
    expect(build!.with).toMatchObject({
      file: "packaging/Dockerfile",
      platforms: "linux/amd64,linux/arm64",
      sbom: true,
      labels: expect.stringContaining("io.modelcontextprotocol.server.name=io.github.${{ github.repository }}\n"),
      outputs: expect.stringMatching(/^type=oci,/),
    });
  });

  it("publishes in one job only, which a person approves, and as whom the workflow runs", () => {
    const publishing = /npm publish|skopeo copy|mcp-publisher publish|gh release edit/;
    const jobs = Object.keys(release.jobs).filter((name) => publishing.test(commandsOf(name)));
    expect(jobs).toEqual(["publish"]);
    expect(release.jobs["publish"]!.environment).toBe("release");
    expect(commandsOf("publish")).toContain("login github-oidc");
  });

  it("lets a job write only what it has to", () => {
    const writes = Object.entries(release.jobs).map(([name, { permissions }]) => [
      name,
      Object.keys(permissions).filter((each) => permissions[each] === "write"),
    ]);
    expect(Object.fromEntries(writes)).toEqual({
      checks: [],
      files: [],
      image: [],
      draft: ["contents", "id-token", "attestations"],
      publish: ["contents", "id-token", "packages"],
    });
  });
});

describe("the nightly probe", () => {
  const { jobs, on } = named("probe.yml");
  const commands = (name: string) => jobs[name]!.steps.flatMap((step) => step.run ?? []).join("\n");

  it("is off until the repository turns it on, and runs at night or by hand", () => {
    expect(Object.keys(on).toSorted()).toEqual(["schedule", "workflow_dispatch"]);
    expect(jobs["probe"]!.if).toBe("vars.NIGHTLY_PROBE == 'on'");
    expect(jobs["issue"]).toMatchObject({ needs: "probe", if: "needs.probe.outputs.changed == '1'" });
  });

  it("asks with the contact of the repository, and Yahoo only if a variable says so", () => {
    const asking = jobs["probe"]!.steps.find((step) => step.run?.includes("npm run probe"));
    expect(asking!.env).toEqual({
      PROVIDERS: "${{ vars.PROBE_YAHOO == 'on' && 'B,D' || 'D' }}",
      PROVIDER_D_CONTACT: "${{ vars.PROBE_CONTACT }}",
    });
  });

  it("lets only the job that opens the issue write, and keeps to one open issue", () => {
    expect(jobs["probe"]!.permissions).toEqual({ contents: "read" });
    expect(jobs["issue"]!.permissions).toEqual({ issues: "write" });
    expect(commands("probe")).not.toContain("gh issue");
    expect(commands("issue")).toMatch(/gh issue list .*--state open[\s\S]*gh issue edit[\s\S]*gh issue create/);
  });

  it("writes into the issue what has changed, and nothing else", () => {
    const folder = mkdtempSync(join(tmpdir(), "market-data-mcp-probe-"));
    const row = (source: string, state: string, found: string) => ({
      provider: "provider-d",
      source,
      symbol: null,
      state,
      found,
    });
    const report = {
      version: "1.0.0",
      calls: { "provider-d": 3 },
      disagreements: ["close of AAPL: 1 and 2"],
      mappings: [row("quiet", "ok", "9 fields"), row("plan", "refused", "no"), row("loud", "drift", "no |date|\nhere")],
    };
    writeFileSync(join(folder, "probe.json"), JSON.stringify(report));
    const text = execFileSync(process.execPath, ["packaging/probe-issue.mjs", join(folder, "probe.json")], {
      cwd: ROOT,
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    expect(text).toContain("| provider-d | loud |  | drift | no  date  here |");
    expect(text).toContain("- close of AAPL: 1 and 2");
    expect(text).toContain("3 to provider-d");
    expect(text).not.toMatch(/quiet|plan/);
  });
});

/** The files that Dependabot reads, by the name of its ecosystem. */
const READS: Record<string, string> = {
  npm: "package-lock.json",
  "github-actions": ".github/workflows",
  docker: "Dockerfile",
  "docker-compose": "compose.yaml",
};

it("the update bot watches packages, actions and images, and waits a week before it proposes a version", () => {
  const { updates } = z
    .object({
      updates: z.array(
        z.object({
          "package-ecosystem": z.string(),
          directory: z.string(),
          cooldown: z.object({ "default-days": z.number() }).passthrough(),
        }),
      ),
    })
    .parse(parse(read(".github/dependabot.yml")));
  expect(updates.map((each) => each["package-ecosystem"]).toSorted()).toEqual(Object.keys(READS).toSorted());
  for (const { "package-ecosystem": ecosystem, directory, cooldown } of updates) {
    expect([ecosystem, existsSync(join(ROOT, directory, READS[ecosystem]!))]).toEqual([ecosystem, true]);
    expect(cooldown["default-days"]).toBeGreaterThanOrEqual(7);
    // GitHub refuses the whole file if another ecosystem than npm has ages by kind of version.
    const byKind = Object.keys(cooldown).filter((name) => name.startsWith("semver-"));
    expect(byKind).toEqual(ecosystem === "npm" ? ["semver-major-days"] : []);
  }
});
