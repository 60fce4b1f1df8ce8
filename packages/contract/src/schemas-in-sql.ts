/** Names of the schemas in `schema_decode('name', …)` and the other functions that take a schema first. */
export function schemasInSql(sql: string): readonly string[] {
  const calls = sql.matchAll(/\bschema_(?:encode|decode|check|encode_and_tag)\s*\(\s*(?:'([^']*)'|"([^"]*)")/gi)
  return [...calls].flatMap(([, single, double]) => single ?? double ?? [])
}
