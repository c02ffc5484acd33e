/**
 * The facts of the companies asked for last, read. To decompress and read those of a large company takes 3 to 6 ms of CPU,
 * and a conversation asks for several statements, periods and past days of the same company.
 */
import { LRUCache } from "lru-cache";
import { withinHeap } from "../../../lib/heap-share.js";
import type { FactBook } from "./fact-book.js";

/** Limit in bytes: about ten companies of the size of Apple. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of heap for each character of a book's text, measured with all statements of 14,000 facts. */
const BYTES_PER_CHARACTER = 11;

/** Books by the object that is kept of a company's facts: newer facts are another object, so that no book is outdated. */
export class ReadBooks {
  readonly #books = new LRUCache<object, FactBook>({ maxSize: withinHeap(MAX_BYTES) });

  of(facts: object): FactBook | undefined {
    return this.#books.get(facts);
  }

  /** Keeps a book with a text of `length` characters. */
  keep(facts: object, book: FactBook, length: number): void {
    this.#books.set(facts, book, { size: length * BYTES_PER_CHARACTER });
  }
}
