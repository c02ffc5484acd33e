/** The changed figures that `npm run renew` prints for review. */
import { describe, expect, it } from "vitest";
import { changedFigures } from "../../packaging/changed-figures.mjs";

const HEADING = "+++ b/docs/interface.md";

describe("the changed figures of a diff by words", () => {
  it("are shown in their lines, below the name of their file", () => {
    const diff = ["--- a/docs/interface.md", HEADING, "@@ -1 +1 @@", "| rows | [-10-]{+20+} |"].join("\n");
    expect(changedFigures(diff)).toEqual(["\ndocs/interface.md", "| rows | [-10-]{+20+} |"]);
  });

  it("leave out lines without a changed figure, and files without such lines", () => {
    const diff = [HEADING, "10 [-old-]{+new+} words", "+++ b/README.md", "{+a price of 7+}"].join("\n");
    expect(changedFigures(diff)).toEqual(["\nREADME.md", "{+a price of 7+}"]);
  });

  it("are all shown, however long the line is", () => {
    const long = "`/api/v1/search`<br>".repeat(50);
    const [, row] = changedFigures([HEADING, `| ${long}| [-400-]{+404+} ${long} [-429-]{+430+} |`].join("\n"));
    expect(row).toMatch(/^\| `\/api\/v1\/search`.*\| \[-400-\]\{\+404\+\} .*\[-429-\]\{\+430\+\} \|$/);
    expect(row!.length).toBeLessThan(400);
  });

  it("are found beside brackets and links", () => {
    expect(changedFigures([HEADING, "see {+[limits](a.md), 3+}"].join("\n"))).toHaveLength(2);
  });
});
