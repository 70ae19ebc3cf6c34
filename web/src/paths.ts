/** The dashboard's addresses. */
export const paths = {
  home: "/dashboard",
  history: "/dashboard/call-history",
  call: (id: string) => `/dashboard/call-history/${id}`,
} as const;
