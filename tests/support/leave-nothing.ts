/** Ends all programs that still run after a test file. */
import { afterAll } from "vitest";
import { endPrograms } from "./program.js";

afterAll(endPrograms);
