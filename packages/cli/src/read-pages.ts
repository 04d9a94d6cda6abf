interface Page {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Yields each page of a list, up to the last one. @param read returns the page after a cursor, or the first one */
export async function* readPages<List extends Page>(
  read: (after: string | undefined) => Promise<List>,
): AsyncGenerator<List> {
  for (let after: string | null | undefined; after !== null;) {
    const page: List = await read(after);
    yield page;
    after = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
  }
}

export async function readNodes<Node>(
  read: (after: string | undefined) => Promise<Page & { readonly edges: readonly { readonly node: Node }[] }>,
): Promise<Node[]> {
  const nodes: Node[] = [];
  for await (const { edges } of readPages(read)) nodes.push(...edges.map(({ node }) => node));
  return nodes;
}
