import { describe, expect, it } from "vitest";
import { readBook } from "../../../../src/providers/sec/books/fact-book.js";
import { ReadBooks } from "../../../../src/providers/sec/books/read-books.js";

const BOOK = readBook("0000320193-25-000079\t10-K\t2025-10-31\t2025\n\nAssets\tUSD\n\t2025-09-27\t359241000000 0");

describe("the books that were read last", () => {
  it("are found by the object that is kept of the facts, so that newer facts are read again", () => {
    const books = new ReadBooks();
    const kept = { book: "x" };
    books.keep(kept, BOOK, 100);
    expect(books.of(kept)).toBe(BOOK);
    expect(books.of({ book: "x" })).toBeUndefined();
  });

  it("are limited in bytes, however many companies are asked for", () => {
    const books = new ReadBooks();
    const all = Array.from({ length: 100 }, (_, book) => ({ book }));
    for (const kept of all) books.keep(kept, BOOK, 260_000);
    const held = all.filter((kept) => books.of(kept));
    expect(held).toEqual(all.slice(-held.length));
    expect(held.length).toBeGreaterThan(5);
    expect(held.length * 260_000 * 11).toBeLessThanOrEqual(32 * 1024 * 1024);
  });
});
