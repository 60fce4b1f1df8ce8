const acronyms = new Set(
  (
    'acl api arn aws ca cn cpu crl db dn dns gc gcp http https iam id ip json jwt jwks ldap mqtt ' +
    'oidc ocsp os pem pkce rpc s3 saml sasl sni sp sql ssl sso tcp tls ttl udp uri url utc vm ws wss xml'
  ).split(' '),
)
const spellings: Readonly<Record<string, string>> = {
  ids: 'IDs',
  iotdb: 'IoTDB',
  ipv6: 'IPv6',
  mqtts: 'MQTTS',
  urls: 'URLs',
  qos: 'QoS',
  qos0: 'QoS 0',
  clientid: 'client ID',
  clientids: 'client IDs',
  msgid: 'message ID',
  cacertfile: 'CA certificate',
  certfile: 'certificate',
  keyfile: 'private key',
  opts: 'options',
  params: 'parameters',
  auth: 'authentication',
  mqueue: 'message queue',
}

/** `max_batch_bytes` -> `Max batch bytes`, `idp_metadata_url` -> `Idp metadata URL`: for names without texts. */
export function readableName(name: string): string {
  const words = name
    .replace(/^\$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
    .map((word) => spellings[word] ?? (acronyms.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
