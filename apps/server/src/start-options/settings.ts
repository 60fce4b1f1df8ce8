import { basePath, clusterProfiles, nodeUrls } from './deployment-types.ts'
import { setting } from './setting.ts'
import { credential, filledText, flag, host, names, networks, nodeName, oneOf, port, text } from './value-types.ts'

/** What is needed to start, by key of `mqdeck.yaml` (a dot is one level of nesting); all else are settings of the roots. */
export const settings = {
  bind: setting('MQDECK_BIND', host, '127.0.0.1', 'Address every port listens on; 0.0.0.0 opens them to the network'),
  data_dir: setting('MQDECK_DATA_DIR', filledText, './data', 'Folder for everything that is kept'),
  node_name: setting('MQDECK_NODE_NAME', nodeName, 'mqdeck@127.0.0.1', 'Name of this node'),
  log_level: setting(
    'MQDECK_LOG_LEVEL',
    oneOf('debug', 'info', 'warn', 'error'),
    'warn',
    'Least important log to print',
  ),

  broker: setting(
    'MQDECK_BROKER',
    nodeUrls,
    [],
    'Nodes of an EMQX cluster to stand in front of, separated by commas; no broker is started here then',
  ),
  broker_ca_file: setting(
    'MQDECK_BROKER_CA_FILE',
    text,
    '',
    'Authorities (PEM) that sign the certificates of those nodes; empty: the well-known ones',
  ),
  clusters: setting(
    'MQDECK_CLUSTERS',
    clusterProfiles,
    [],
    'More clusters, each with a dashboard of its own below /@name/: a list of {name, broker, ca_file, color, production}',
  ),
  base_path: setting(
    'MQDECK_BASE_PATH',
    basePath,
    '',
    'Path below which everything is served, as in /mqtt; empty: the root',
  ),

  trusted_proxies: setting(
    'MQDECK_TRUSTED_PROXIES',
    networks,
    [],
    'Reverse proxies in front of the dashboard (addresses, networks, separated by commas): their X-Forwarded-For names the client',
  ),

  'dashboard.port': setting('MQDECK_DASHBOARD_PORT', port, 18083, 'Port of the dashboard and of its API'),
  'dashboard.allowed_hosts': setting(
    'MQDECK_DASHBOARD_ALLOWED_HOSTS',
    names,
    [],
    'Host names the dashboard answers to, separated by commas; none: any, on a loopback address only those of this machine',
  ),
  'dashboard.websocket': setting(
    'MQDECK_DASHBOARD_WEBSOCKET',
    flag,
    true,
    'Whoever has signed in reaches the MQTT listeners for WebSocket through the port of the dashboard, too',
  ),
  'dashboard.default_username': setting(
    'MQDECK_DASHBOARD_DEFAULT_USERNAME',
    credential,
    'admin',
    'The first user; cannot be deleted',
  ),
  'dashboard.default_password': setting(
    'MQDECK_DASHBOARD_DEFAULT_PASSWORD',
    credential,
    'public',
    'Password the first user gets when it is created',
    true,
  ),

  'listeners.tcp.enable': setting('MQDECK_TCP_ENABLE', flag, true, 'Listen for MQTT'),
  'listeners.tcp.port': setting('MQDECK_TCP_PORT', port, 1883, 'Port for MQTT'),
  'listeners.ssl.enable': setting('MQDECK_SSL_ENABLE', flag, true, 'Listen for MQTT over TLS'),
  'listeners.ssl.port': setting('MQDECK_SSL_PORT', port, 8883, 'Port for MQTT over TLS'),
  'listeners.ws.enable': setting('MQDECK_WS_ENABLE', flag, true, 'Listen for MQTT over WebSocket'),
  'listeners.ws.port': setting('MQDECK_WS_PORT', port, 8083, 'Port for MQTT over WebSocket'),
  'listeners.wss.enable': setting('MQDECK_WSS_ENABLE', flag, true, 'Listen for MQTT over secure WebSocket'),
  'listeners.wss.port': setting('MQDECK_WSS_PORT', port, 8084, 'Port for MQTT over secure WebSocket'),

  'tls.cert_file': setting('MQDECK_TLS_CERT_FILE', text, '', 'Certificate (PEM); empty: one made on first start'),
  'tls.key_file': setting('MQDECK_TLS_KEY_FILE', text, '', 'Private key (PEM) of that certificate'),
  'tls.ca_file': setting('MQDECK_TLS_CA_FILE', text, '', 'Authorities (PEM) that sign the certificates of clients'),
  'tls.verify_peer': setting('MQDECK_TLS_VERIFY_PEER', flag, false, 'Clients must show a certificate'),
} as const

/** The configuration in force, by key. */
export type Settings = { readonly [K in keyof typeof settings]: (typeof settings)[K]['default'] }
export type SettingKey = keyof typeof settings
