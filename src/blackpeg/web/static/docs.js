// The documentation of the API, made from openapi.json.
import { $, attempt, el, root, sentence } from "./common.js";

const lastWord = (ref) => ref.split("/").at(-1);

function kind(schema) {
  if (!schema) return "";
  if (schema.$ref) return el("a", { href: `#${lastWord(schema.$ref)}` }, lastWord(schema.$ref));
  if (schema.anyOf) return el("span", {}, ...schema.anyOf.flatMap((one, k) => (k ? [" or ", kind(one)] : [kind(one)])));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if (schema.type === "array") return el("span", {}, "list of ", kind(schema.items));
  const limits = [
    ["minimum", "from"],
    ["maximum", "to"],
    ["maxLength", "at most"],
  ]
    .filter(([key]) => schema[key] !== undefined)
    .map(([key, word]) => `${word} ${schema[key]}`);
  const names = {
    string: "text",
    integer: "whole number",
    number: "number",
    boolean: "true or false",
    null: "null",
    object: "object",
  };
  return `${names[schema.type] ?? schema.type ?? "any"}${limits.length ? ` (${limits.join(" ")})` : ""}`;
}

const rows = (fields) =>
  el(
    "table",
    { class: "words" },
    el("thead", {}, el("tr", {}, ...["name", "type", "about"].map((head) => el("th", { scope: "col" }, head)))),
    el(
      "tbody",
      {},
      ...fields.map(([name, schema, must, about]) =>
        el(
          "tr",
          {},
          el("td", {}, el("code", {}, name), must ? " *" : ""),
          el("td", {}, kind(schema)),
          el(
            "td",
            {},
            about ?? schema.description ?? "",
            schema.default !== undefined && schema.default !== null
              ? ` Default ${JSON.stringify(schema.default)}.`
              : "",
          ),
        ),
      ),
    ),
  );

const scroll = (label, child) =>
  el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, child);

$("#here").textContent = `${location.origin}${root}`;
attempt(async () => {
  const api = await (await fetch(`${root}/openapi.json`)).json();
  const place = $("#operations");
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, one] of Object.entries(methods)) {
      const body = one.requestBody?.content["application/json"]?.schema;
      const answer = Object.entries(one.responses).find(([status]) => status.startsWith("2"));
      const content = answer?.[1].content ?? {};
      place.append(
        el(
          "section",
          { class: "panel spaced operation" },
          el("h2", {}, el("code", { class: `method ${method}` }, method.toUpperCase()), " ", el("code", {}, path)),
          el("p", {}, one.description ?? sentence(one.summary)),
          one.parameters?.length
            ? scroll(
                `parameters of ${method} ${path}`,
                rows(one.parameters.map((own) => [own.name, own.schema, own.required, own.description])),
              )
            : "",
          el(
            "p",
            {},
            body ? el("span", {}, "Takes ", kind(body), ". ") : "",
            content["application/json"]
              ? el("span", {}, `Answers ${answer[0]} with `, kind(content["application/json"].schema), ".")
              : el("span", {}, `Answers ${Object.keys(content).join(" or ")}.`),
            ` Errors: ${Object.keys(one.responses)
              .filter((status) => !status.startsWith("2"))
              .join(", ")}.`,
          ),
        ),
      );
    }
  place.append(el("h2", { class: "spaced" }, "Types"));
  for (const [name, schema] of Object.entries(api.components.schemas))
    place.append(
      el(
        "section",
        { class: "panel spaced", id: name },
        el("h3", {}, name),
        schema.description ? el("p", {}, schema.description) : "",
        scroll(
          `fields of ${name}`,
          rows(Object.entries(schema.properties ?? {}).map(([key, own]) => [key, own, schema.required?.includes(key)])),
        ),
      ),
    );
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
