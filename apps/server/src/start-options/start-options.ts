import { basePath, clusterProfiles, nodeUrls } from './deployment-types.ts'
import {
  credential,
  datagramRate,
  filledText,
  flag,
  host,
  names,
  networks,
  nodeName,
  oneOf,
  port,
  text,
  type ValueType,
} from './value-types.ts'

/**
 * Options needed at the start, by key of `mqdeck.yaml` (a dot is one level of nesting). All other settings belong to
 * configuration roots.
 */
export const settings = {
  bind: startOption(
    'MQDECK_BIND',
    host,
    '127.0.0.1',
    'Address that all ports listen on. 0.0.0.0 accepts connections from the network',
  ),
  security_profile: startOption(
    'MQDECK_SECURITY_PROFILE',
    oneOf('auto', 'open', 'hardened'),
    'auto',
    'open accepts clients without an authenticator and the default password. hardened rejects both, denies when a backend fails, and authorizes automatic subscriptions and delayed messages. auto: open on a loopback address, otherwise hardened',
  ),
  data_dir: startOption('MQDECK_DATA_DIR', filledText, './data', 'Folder of all stored data'),
  node_name: startOption('MQDECK_NODE_NAME', nodeName, 'mqdeck@127.0.0.1', 'Name of this node'),
  log_level: startOption(
    'MQDECK_LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error'),
    'warn',
    'Lowest log level printed to the console',
  ),

  broker: startOption(
    'MQDECK_BROKER',
    nodeUrls,
    [],
    'URLs of the nodes of an EMQX cluster, separated by commas. MQDeck then serves the dashboard of this cluster and starts no broker',
  ),
  broker_ca_file: startOption(
    'MQDECK_BROKER_CA_FILE',
    text,
    '',
    'File with the CA certificates (PEM) that the nodes are verified with. Empty: the CAs of Node.js',
  ),
  clusters: startOption(
    'MQDECK_CLUSTERS',
    clusterProfiles,
    [],
    'More clusters, each with its own dashboard at /@name/. A list of {name, broker, ca_file, color, production}',
  ),
  base_path: startOption(
    'MQDECK_BASE_PATH',
    basePath,
    '',
    'Path prefix of the dashboard and the API, such as /mqtt. Empty: no prefix',
  ),

  trusted_proxies: startOption(
    'MQDECK_TRUSTED_PROXIES',
    networks,
    [],
    'Addresses and networks of reverse proxies in front of the dashboard and of WebSocket listeners, separated by commas. Their X-Forwarded-For header is used as the client address. The header of other senders is ignored',
  ),

  'dashboard.port': startOption('MQDECK_DASHBOARD_PORT', port, 18083, 'Port of the dashboard and the REST API'),
  'dashboard.allowed_hosts': startOption(
    'MQDECK_DASHBOARD_ALLOWED_HOSTS',
    names,
    [],
    'Host names that requests to the dashboard, and to WebSocket listeners on a loopback address, may use, separated by commas. Empty: any name, or on a loopback address only the names of this machine',
  ),
  'dashboard.websocket': startOption(
    'MQDECK_DASHBOARD_WEBSOCKET',
    flag,
    true,
    'Administrators can connect to the WebSocket listeners through the port of the dashboard',
  ),
  'dashboard.default_username': startOption(
    'MQDECK_DASHBOARD_DEFAULT_USERNAME',
    credential,
    'admin',
    'Username of the first dashboard user, who cannot be deleted',
  ),
  'dashboard.default_password': startOption(
    'MQDECK_DASHBOARD_DEFAULT_PASSWORD',
    credential,
    'public',
    'Initial password of the first dashboard user',
    true,
  ),

  'listeners.tcp.enable': startOption('MQDECK_TCP_ENABLE', flag, true, 'Enable the MQTT listener'),
  'listeners.tcp.port': startOption('MQDECK_TCP_PORT', port, 1883, 'Port of the MQTT listener. 0 selects a free port'),
  'listeners.ssl.enable': startOption('MQDECK_SSL_ENABLE', flag, true, 'Enable the listener for MQTT over TLS'),
  'listeners.ssl.port': startOption(
    'MQDECK_SSL_PORT',
    port,
    8883,
    'Port of the listener for MQTT over TLS. 0 selects a free port',
  ),
  'listeners.ws.enable': startOption('MQDECK_WS_ENABLE', flag, true, 'Enable the listener for MQTT over WebSocket'),
  'listeners.ws.port': startOption(
    'MQDECK_WS_PORT',
    port,
    8083,
    'Port of the listener for MQTT over WebSocket. 0 selects a free port',
  ),
  'listeners.wss.enable': startOption(
    'MQDECK_WSS_ENABLE',
    flag,
    true,
    'Enable the listener for MQTT over secure WebSocket',
  ),
  'listeners.wss.port': startOption(
    'MQDECK_WSS_PORT',
    port,
    8084,
    'Port of the listener for MQTT over secure WebSocket. 0 selects a free port',
  ),

  'gateways.datagram_rate': startOption(
    'MQDECK_GATEWAYS_DATAGRAM_RATE',
    datagramRate,
    2000,
    'Maximum number of datagrams per second that the UDP and DTLS listeners of gateways accept from one address. Further datagrams are dropped',
  ),

  'tls.cert_file': startOption(
    'MQDECK_TLS_CERT_FILE',
    text,
    '',
    'File with the certificate (PEM) of the listeners. Empty: a self-signed certificate is created at the first start',
  ),
  'tls.key_file': startOption('MQDECK_TLS_KEY_FILE', text, '', 'File with the private key (PEM) of the certificate'),
  'tls.ca_file': startOption(
    'MQDECK_TLS_CA_FILE',
    text,
    '',
    'File with the CA certificates (PEM) that client certificates are verified with',
  ),
  'tls.verify_peer': startOption('MQDECK_TLS_VERIFY_PEER', flag, false, 'Require a valid client certificate'),
} as const

/** Values of all start options by key. */
export type Settings = { readonly [K in keyof typeof settings]: (typeof settings)[K]['default'] }
export type SettingKey = keyof typeof settings

/** A start option: everything about a key is declared here, the rest is derived. */
interface StartOption<T> {
  readonly env: string
  readonly type: ValueType<T>
  readonly default: T
  readonly help: string
  /** The default as written in the file. */
  readonly shownDefault: string
  /** Never printed. */
  readonly secret: boolean
}

function startOption<T>(
  env: string,
  type: ValueType<T>,
  fallback: NoInfer<T>,
  help: string,
  secret = false,
): StartOption<T> {
  return { env, type, default: fallback, help, secret, shownDefault: (type.show ?? String)(fallback) }
}
