// The audio states of a chapter's lines, as Create audio counts them.

import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

export const mediaQuery = (sectionId: string) =>
  queryOptions({
    queryKey: ["media", sectionId],
    queryFn: ({ signal }) => api.call("readSectionMedia", { params: { sectionId }, signal }),
  });
