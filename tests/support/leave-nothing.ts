/** Runs around each test file that starts programs, and ends any that still run. */
import { afterAll } from "vitest";
import { endPrograms } from "./program.js";

afterAll(endPrograms);
