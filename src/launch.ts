#!/usr/bin/env node
/**
 * Turns on Node's compile cache (22.8 and newer) before the program is loaded: hosts wait for each start, and compilation
 * takes a third of it.
 */
import nodeModule, { createRequire } from "node:module";

(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();
createRequire(import.meta.url)("./parts/program.js");
