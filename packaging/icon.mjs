/** Draws the icon as a PNG, with the same bars as `src/mcp/product.ts`. */
import { crc32, deflateSync } from "node:zlib";

const SIZE = 512;
/** Bars on a 16 by 16 grid: left, top, right, bottom. */
const BARS = [
  [1, 9, 5, 15],
  [6, 5, 10, 15],
  [11, 1, 15, 15],
];
const COLOUR = [0x1a, 0x9c, 0x6b, 0xff];

/** 512 by 512 pixels, transparent around the bars. */
export function drawIcon() {
  const unit = SIZE / 16;
  const rows = Array.from({ length: SIZE }, (_, y) => {
    const row = Buffer.alloc(1 + SIZE * 4);
    for (const [left, top, right, bottom] of BARS) {
      if (y < top * unit || y >= bottom * unit) continue;
      for (let x = left * unit; x < right * unit; x++) row.set(COLOUR, 1 + x * 4);
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits per channel: red, green, blue and alpha.
  header.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const body = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", body), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
