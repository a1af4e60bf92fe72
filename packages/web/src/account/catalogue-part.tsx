// The addresses at which reading programs find the finished books: listed, made and deleted. An address is shown once.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { catalogue } from "../i18n/catalogue-texts.ts";
import { formatDay, t } from "../i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { TextField } from "../ui/field.tsx";
import { Fault, Notice } from "../ui/notice.tsx";
import styles from "./account.module.css";
import { QrCode } from "./qr-code.tsx";

const LISTED = ["catalogue-links"];

export function CataloguePart() {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [isCopied, setIsCopied] = useState(false);
  const listed = useQuery({ queryKey: LISTED, queryFn: ({ signal }) => api.call("listCatalogueLinks", { signal }) });
  const changed = () => queries.invalidateQueries({ queryKey: LISTED });
  const create = useMutation({
    mutationFn: () => api.call("createCatalogueLink", { body: { schema_version: 1, name: name.trim() } }),
    onSuccess: () => {
      setName("");
      setIsCopied(false);
      return changed();
    },
  });
  const remove = useMutation({
    mutationFn: (catalogueLinkId: string) => api.call("deleteCatalogueLink", { params: { catalogueLinkId } }),
    onSuccess: (gone) => {
      if (create.data?.catalogue_link.id === gone.catalogue_link.id) create.reset();
      return changed();
    },
  });
  return (
    <section aria-labelledby="catalogue">
      <h2 id="catalogue">{catalogue.title}</h2>
      <p className={styles.soft}>{catalogue.hint}</p>
      <ul className={styles.list} aria-labelledby="catalogue">
        {listed.data?.catalogue_links.map((link) => (
          <li key={link.id}>
            <span>
              <span dir="auto">{link.name}</span>
              <span className={styles.soft}>{catalogue.since(formatDay(link.created_at))}</span>
            </span>
            <Button
              look="danger"
              aria-label={catalogue.deleteOne(link.name)}
              disabled={remove.isPending}
              onClick={() => remove.mutate(link.id)}
            >
              {t.common.delete}
            </Button>
          </li>
        ))}
      </ul>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") create.mutate();
        }}
      >
        <TextField
          label={catalogue.field}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === "" || create.isPending}>
          {catalogue.add}
        </Button>
      </form>
      {create.data !== undefined && (
        <Notice
          action={
            <>
              <Button onClick={() => void copyText(create.data.url).then(setIsCopied)}>
                {isCopied ? t.account.copied : t.account.copy}
              </Button>
              <Button onClick={() => create.reset()}>{t.account.done}</Button>
            </>
          }
        >
          <p>{catalogue.once}</p>
          <code className={styles.raw}>{create.data.url}</code>
          <QrCode text={create.data.url} label={catalogue.code} />
        </Notice>
      )}
      {create.isError && <Fault error={create.error} />}
      {remove.isError && <Fault error={remove.error} />}
      {listed.isError && <Fault error={listed.error} onRetry={() => void listed.refetch()} />}
    </section>
  );
}
