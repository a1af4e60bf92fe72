// Catalogues: the finished books of an account for reading programs (OPDS).

import { z } from "zod";
import { mutationBody } from "./mutation-body.ts";
import { schemaVersion1, timestamp, trimmedText, url, uuid } from "./primitives.ts";

const name = trimmedText({ min: 1, max: 60 });

export const catalogueLink = z
  .strictObject({
    id: uuid.meta({ description: "The id of the link. It does not open the catalogue." }),
    name: name.meta({ description: "Where the address is used." }),
    created_at: timestamp,
  })
  .meta({ id: "CatalogueLink", description: "An address at which a reading program finds the finished books." });

export const catalogueLinkRequest = mutationBody({
  schema_version: schemaVersion1,
  name: name.meta({ description: "Where the address will be used, such as the name of a phone." }),
});

export const catalogueLinkAnswer = z
  .strictObject({ catalogue_link: catalogueLink.meta({ description: "The link." }) })
  .meta({ id: "CatalogueLinkAnswer", description: "A catalogue address." });

export const createdCatalogueLink = z
  .strictObject({
    catalogue_link: catalogueLink.meta({ description: "The link." }),
    url: url.meta({ description: "The catalogue as OPDS 1.2 (Atom). Shown only in this answer." }),
    json_url: url.meta({ description: "The same catalogue as OPDS 2.0 (JSON). Shown only in this answer." }),
  })
  .meta({ id: "CreatedCatalogueLink", description: "A new catalogue address." });

export const catalogueLinkList = z
  .strictObject({
    catalogue_links: z.array(catalogueLink).meta({ description: "The links of the account, newest first." }),
  })
  .meta({ id: "CatalogueLinkList", description: "The catalogue addresses of an account." });
