import { listTopics } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../server.ts";

/** The workspace's topics. Under their key they are read anew when one changes. */
export function useTopicNames(enabled = true): readonly { id: string; name: string }[] {
  const all = useQuery({ queryKey: ["topics", "names"], queryFn: () => server.call(listTopics, { query: {} }), enabled });
  return all.data?.data ?? [];
}
