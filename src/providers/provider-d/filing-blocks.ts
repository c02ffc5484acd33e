/** Stand-in. */
export interface Block {
  kind: "heading" | "paragraph" | "table";
  text: string;
}
export interface BlockReader {
  write(chunk: string): void;
  end(): Block[];
}
export function createBlockReader(kind: "html" | "text"): BlockReader {
  let all = "";
  return {
    write: (chunk) => void (all += chunk),
    end: () =>
      (kind === "html"
        ? all.replace(/<head[\s\S]*?<\/head>/i, "").split(/<\/(?:p|h\d|div|table)>/i)
        : all.split(/\n\s*\n/)
      ).flatMap((part): Block[] => {
        const isTable = /<table/i.test(part);
        const text = part
          .replace(/<\/tr>/gi, "\n")
          .replace(/<\/t[dh]>/gi, ",")
          .replace(/<[^>]*>/g, "")
          .replaceAll("&amp;", "&")
          .trim();
        return text === "" ? [] : [{ kind: isTable ? "table" : /<h\d/i.test(part) ? "heading" : "paragraph", text }];
      }),
  };
}
