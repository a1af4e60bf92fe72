// Sends the request for a voice. The same request sent again after a lost answer makes no second voice.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, type CustomVoiceRequest } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { ownVoicesQuery } from "./own-voices.ts";

type Wish<Request> = Request extends CustomVoiceRequest
  ? Omit<Request, "schema_version" | "client_mutation_id">
  : never;
export type VoiceWish = Wish<CustomVoiceRequest>;

export function useVoiceRequest(onMade: () => void) {
  const queries = useQueryClient();
  const sent = useRef({ wish: "", id: "" });
  return useMutation({
    mutationFn: (wish: VoiceWish) => {
      const text = JSON.stringify(wish);
      if (sent.current.wish !== text) sent.current = { wish: text, id: newId() };
      return api.call("requestCustomVoice", {
        body: { schema_version: 1, client_mutation_id: sent.current.id, ...wish } as CustomVoiceRequest,
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ownVoicesQuery.queryKey });
      onMade();
    },
  });
}
