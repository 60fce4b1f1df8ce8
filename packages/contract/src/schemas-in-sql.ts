const literal = `(?:'([^']*)'|"([^"]*)")`
const schemaCall = new RegExp(`\\bschema_(?:encode|decode|check|encode_and_tag)\\s*\\(\\s*${literal}`, 'gi')
const registryCall = new RegExp(
  `\\b(?:avro_(?:encode|decode)\\s*\\(|schema_encode_and_tag\\s*\\([^,]*,)\\s*${literal}`,
  'gi',
)

const namesIn = (sql: string, call: RegExp): readonly string[] =>
  [...sql.matchAll(call)].flatMap(([, single, double]) => single ?? double ?? [])

/** Names of the schemas in `schema_decode('name', …)` and the other functions that take a schema first. */
export const schemasInSql = (sql: string): readonly string[] => namesIn(sql, schemaCall)

/** Names of the external registries in `avro_decode('name', …)` and the other functions that take one. */
export const registriesInSql = (sql: string): readonly string[] => namesIn(sql, registryCall)
