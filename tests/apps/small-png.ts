/** Compresses screenshots for the repository: at most 256 colours, best PNG compression. */
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";

const MOST_COLOURS = 256;

/**
 * Returns the PNG with fewer colours: the most frequent ones stay, each remaining one becomes the
 * nearest of them.
 */
export async function toSmallPng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, rgba } = await decode(page, png);
  const pixels = Array.from({ length: width * height }, (_, index) => rgba.readUIntBE(index * 4, 3));
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts.keys()].toSorted((one, other) => counts.get(other)! - counts.get(one)!);
  const kept = palette.slice(0, MOST_COLOURS);
  const places = new Map(kept.map((colour, place) => [colour, place]));
  for (const colour of palette.slice(MOST_COLOURS)) places.set(colour, nearest(kept, colour));
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

function nearest(kept: readonly number[], colour: number): number {
  const channels = channelsOf(colour);
  const distances = kept.map((each) =>
    channelsOf(each).reduce((sum, channel, index) => sum + (channel - channels[index]!) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
