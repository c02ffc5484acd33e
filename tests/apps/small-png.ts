/** Compresses screenshots for the repository: at most 96 colours, best PNG compression. */
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

const MOST_COLOURS = 96;

/** Colours nearer than this, as the sum over the channels, look alike. */
const NEAR = 15;

/**
 * Returns the PNG with fewer colours: the most frequent ones that look different stay, each remaining one becomes the
 * nearest of them.
 */
export async function toSmallPng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, rgba } = await decode(page, png);
  const pixels = Array.from({ length: width * height }, (_, index) => rgba.readUIntBE(index * 4, 3));
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts.keys()].toSorted((one, other) => counts.get(other)! - counts.get(one)!);
  // Without the ones that look alike, a rare red is not pushed out by shades of grey.
  const kept = palette.length <= MOST_COLOURS ? palette : distinct(palette);
  const places = new Map(palette.map((colour) => [colour, nearest(kept, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((pixel, index) => rows.writeUInt8(places.get(pixel)!, index + Math.floor(index / width) + 1));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, each an index into the palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(kept.flatMap(channelsOf))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The browser decodes its own screenshot. */
async function decode(page: Page, png: Buffer): Promise<{ width: number; height: number; rgba: Buffer }> {
  const [width, height, rgba] = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const parts = Array.from({ length: image.height }, (_, row) =>
      String.fromCharCode(...data.subarray(row * image.width * 4, (row + 1) * image.width * 4)),
    );
    return [image.width, image.height, btoa(parts.join(""))] as const;
  }, png.toString("base64"));
  return { width, height, rgba: Buffer.from(rgba, "base64") };
}

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

function distinct(palette: readonly number[]): number[] {
  const kept: number[] = [];
  for (const colour of palette) {
    if (kept.length === MOST_COLOURS) break;
    const isNew = kept.every((each) => distance(channelsOf(each), channelsOf(colour)) > NEAR);
    if (isNew) kept.push(colour);
  }
  return kept;
}

const distance = (one: number[], other: number[]) =>
  one.reduce((sum, channel, index) => sum + Math.abs(channel - other[index]!), 0);

function nearest(kept: readonly number[], colour: number): number {
  const distances = kept.map((each) => distance(channelsOf(each), channelsOf(colour)));
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
