import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: { include: ["tests/**/*.test.ts"], testTimeout: 20_000, hookTimeout: 60_000 },
});
