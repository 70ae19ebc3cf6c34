/** Numbered pages, as existing clients read them. */

interface Place {
  offset: number;
  limit: number;
}

export async function numberedPage<Row>(
  { page_number, page_size }: { page_number: number; page_size: number },
  read: (place: Place) => Promise<{ data: Row[]; total: number }>,
) {
  const place = { offset: (page_number - 1) * page_size, limit: page_size };
  const { data, total } = await read(place);
  return { page_number, page: page_number, page_size, total, has_more: place.offset + data.length < total, data };
}
