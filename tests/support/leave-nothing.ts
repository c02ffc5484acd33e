/** Runs around each test file that starts programs: one that hangs must not outlive it. */
import { afterAll } from "vitest";
import { endPrograms } from "./program.js";

afterAll(endPrograms);
