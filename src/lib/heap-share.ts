/** Limits of caches in a process with a small heap, which would otherwise end it: a heap of 128 MB has no 128 MiB for two. */
import { getHeapStatistics } from "node:v8";

/** One cache may fill this share of the heap. */
const SHARE = 1 / 4;

/** Returns `bytes`, or a quarter of this process's heap limit if that is less. */
export function withinHeap(bytes: number, heapLimit = getHeapStatistics().heap_size_limit): number {
  return Math.floor(Math.min(bytes, heapLimit * SHARE));
}
