/**
 * An archive, below the one folder that is named like it:
 *
 * - `META.hocon`: what wrote it, when and where
 * - `README.txt`: this, for people
 * - `cluster.hocon`: of each root of the configuration what differs from the defaults
 * - `tables/<table set>.jsonl`: a JSON object a line
 * - `certs/…`: certificates and keys that the configuration names, as they lie in the data folder
 *
 * META.hocon and cluster.hocon are EMQX's; its tables are Erlang's own files (`mnesia/…`), which nobody else reads.
 */
export const layout = {
  meta: 'META.hocon',
  readme: 'README.txt',
  configuration: 'cluster.hocon',
  table: (name: string): string => `tables/${name}.jsonl`,
} as const

/** The table set of a file; undefined for another file. */
export const tableOf = (path: string): string | undefined => /^tables\/([a-z_]+)\.jsonl$/.exec(path)?.[1]

export const isCertificate = (path: string): boolean => path.startsWith('certs/')

export const readme = `This is a backup of an MQTT broker, made by MQDeck.

It holds secrets: hashes of passwords and of API secrets, the secrets of second factors, private keys, and the
passwords in the configuration. Keep it as you would keep those.

META.hocon       the version that wrote it, the node, and when
cluster.hocon    the configuration: of each part what differs from the defaults
tables/*.jsonl   one JSON object a line
  banned             who may not connect; until: seconds since 1970, or "infinity"
  dashboard_users    who may sign in to the dashboard; passwordHash: scrypt$N$r$p$salt$key
  api_keys           keys for programs; secretHash: sha256$salt$hmac
  builtin_retainer   retained messages; payload as text, payloadBase64 where it is none
certs/           certificates and private keys that the configuration names

To restore it, upload it under System > Backup, or:

  curl -u KEY:SECRET -F filename=@THIS.tar.gz http://HOST:18083/api/v5/data/files
  curl -u KEY:SECRET -H 'content-type: application/json' -d '{"filename":"THIS.tar.gz"}' \\
       http://HOST:18083/api/v5/data/import
`
