/**
 * Layout of an archive, below one top folder with the same name as the archive:
 *
 * - `META.hocon`: version and node that created it, and the time
 * - `README.txt`: description for people
 * - `cluster.hocon`: values of the configuration that differ from the defaults
 * - `tables/<table set>.jsonl`: one JSON object per line
 * - `certs/…`: certificates and keys that the configuration refers to, with their paths in the data folder
 *
 * META.hocon and cluster.hocon have EMQX's format. EMQX's tables are Erlang files (`mnesia/…`) that only EMQX can read.
 */
export const layout = {
  meta: 'META.hocon',
  readme: 'README.txt',
  configuration: 'cluster.hocon',
  table: (name: string): string => `tables/${name}.jsonl`,
} as const

/** Table set of a file. Undefined for other files. */
export const tableOf = (path: string): string | undefined => /^tables\/([a-z_]+)\.jsonl$/.exec(path)?.[1]

export const isCertificate = (path: string): boolean => path.startsWith('certs/')

export const readme = `This is a backup of MQDeck, an MQTT broker.

It contains secrets: password hashes, hashes of API secrets, two-factor secrets, private keys, and the passwords in the
configuration. Store it as securely as you store these secrets.

META.hocon       version and node that created the backup, and the time
cluster.hocon    the configuration: values that differ from the defaults
tables/*.jsonl   one JSON object per line
  banned             banned clients; until: seconds since 1970, or "infinity"
  dashboard_users    dashboard users; passwordHash: scrypt$N$r$p$salt$key
  api_keys           API keys; secretHash: sha256$salt$hmac
  builtin_retainer   retained messages; payload as text, or payloadBase64 if the payload is not text
  payload_decoders   how the dashboard decodes payloads
certs/           certificates and private keys that the configuration refers to

To restore the backup, upload it on the page System > Backup, or run:

  curl -u KEY:SECRET -F filename=@THIS.tar.gz http://HOST:18083/api/v5/data/files
  curl -u KEY:SECRET -H 'content-type: application/json' -d '{"filename":"THIS.tar.gz"}' \\
       http://HOST:18083/api/v5/data/import
`
