import {
  choice,
  databaseField,
  duration,
  flag,
  integer,
  passwordField,
  poolSizeField,
  serverAddresses,
  serverField,
  setting,
  struct,
  structKind,
  type Text,
  text,
} from '@mqdeck/contract'

/** Connection settings of MongoDB, shared by authenticators, sources and connectors. */

const usualPort = 27_017
const noEffect = { en: 'No effect on this broker.', zh: '在此服务端不起作用。' }

const authSource = setting(text(), {
  label: { en: 'Authentication database', zh: '认证数据库' },
  help: {
    en: 'Database that stores the user. If empty, admin is used.',
    zh: '保存登录用户的数据库；未填写时为 admin。',
  },
})

const mongoType = <T extends 'single' | 'rs' | 'sharded'>(type: T) =>
  setting(
    choice([type], {
      single: { en: 'Single node', zh: '单节点' },
      rs: { en: 'Replica set', zh: '副本集' },
      sharded: { en: 'Sharded cluster', zh: '分片集群' },
    }),
    { default: type, label: { en: 'Deployment', zh: '部署模式' } },
  )

const members = setting(serverAddresses(usualPort), {
  required: true,
  label: { en: 'Servers', zh: '服务器列表' },
  help: {
    en: `Host names or addresses, separated by commas. Default port ${usualPort}. Some members are enough. The others are discovered.`,
    zh: `以逗号分隔的主机名或地址，默认端口 ${usualPort}。填写部分成员即可，其余成员会自动发现。`,
  },
})

const routers = setting(serverAddresses(usualPort), {
  required: true,
  label: { en: 'Routers', zh: '路由服务器' },
  help: {
    en: `Host names or addresses of the mongos servers, separated by commas. Default port ${usualPort}.`,
    zh: `mongos 服务器的主机名或地址，以逗号分隔，默认端口 ${usualPort}。`,
  },
})

const readMode = setting(
  choice({ master: { en: 'Primary', zh: '主节点' }, slave_ok: { en: 'Primary or secondary', zh: '主节点或从节点' } }),
  {
    default: 'master',
    label: { en: 'Read mode', zh: '读取模式' },
    help: {
      en: 'The primary returns the newest data. Secondaries may be slightly behind.',
      zh: '主节点返回最新数据，从节点的数据可能略有延迟。',
    },
  },
)

const replicaSetName = setting(text(), {
  required: true,
  label: { en: 'Replica set', zh: '副本集名称' },
  help: { en: 'Name of the replica set, as in its configuration.', zh: '副本集的名称，与其配置中的一致。' },
})

const srvRecord = setting(flag(), {
  default: false,
  label: { en: 'DNS SRV record', zh: 'DNS SRV 记录' },
  help: {
    en: 'Reads the servers from the DNS SRV record _mongodb._tcp. followed by the first host name above. Ports are ignored.',
    zh: '从 DNS SRV 记录（_mongodb._tcp. 加上述第一个主机名）获取服务器，忽略端口。',
  },
})

const legacyProtocol = setting(
  choice(['auto', true, false], {
    auto: { en: 'Automatic', zh: '自动' },
    true: { en: 'Yes', zh: '是' },
    false: { en: 'No', zh: '否' },
  }),
  {
    default: 'auto',
    advanced: true,
    label: { en: 'Legacy protocol', zh: '旧版协议' },
    help: {
      en: 'Protocol of MongoDB versions before 4.4. Not supported on this broker.',
      zh: 'MongoDB 4.4 之前版本的协议。本服务端不支持。',
    },
  },
)

const username = setting(text(), { label: { en: 'Username', zh: '用户名' } })

const span = (label: { readonly en: string; readonly zh: string }, help?: typeof noEffect) =>
  setting(duration({ min: '1ms' }), { wire: { example: '32s' }, advanced: true, label, ...(help && { help }) })

const topology = struct('mongo.topology', {
  connect_timeout_ms: span(
    { en: 'Connect timeout', zh: '连接超时' },
    {
      en: 'Maximum time to open a connection, up to 4 s.',
      zh: '建立连接的最长时间，最多 4 秒。',
    },
  ),
  heartbeat_frequency_ms: setting(duration({ min: '500ms' }), {
    default: '200s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Heartbeat interval', zh: '心跳间隔' },
    help: {
      en: 'How often the state of each server is checked, at least 500 ms.',
      zh: '检查每个服务器状态的间隔，至少 500 毫秒。',
    },
  }),
  local_threshold_ms: span(
    { en: 'Local threshold', zh: '本地延迟阈值' },
    {
      en: 'Servers whose latency exceeds that of the nearest server by more than this are not used.',
      zh: '延迟比最近的服务器高出此值以上的服务器不被选用。',
    },
  ),
  max_overflow: setting(integer(0), {
    default: 0,
    advanced: true,
    label: { en: 'Overflow connections', zh: '溢出连接数' },
    help: {
      en: 'Maximum number of additional connections while the whole pool is in use.',
      zh: '连接池全部占用时，可额外打开的连接数。',
    },
  }),
  min_heartbeat_frequency_ms: span(
    { en: 'Min heartbeat interval', zh: '最小心跳间隔' },
    {
      en: 'Minimum time between two checks of a server, for example after an error.',
      zh: '对同一服务器两次检查之间的最短时间，例如发生错误之后。',
    },
  ),
  overflow_check_period: span({ en: 'Overflow check interval', zh: '溢出检查周期' }, noEffect),
  overflow_ttl: span(
    { en: 'Max idle time', zh: '空闲时间' },
    {
      en: 'Connections that are idle for this time are closed.',
      zh: '空闲超过此时间的连接会被关闭。',
    },
  ),
  server_selection_timeout_ms: span(
    { en: 'Server selection timeout', zh: '选择服务器超时' },
    {
      en: 'Maximum time to find a suitable server, up to 4 s.',
      zh: '查找可用服务器的最长时间，最多 4 秒。',
    },
  ),
  socket_timeout_ms: span(
    { en: 'Socket timeout', zh: '套接字超时' },
    {
      en: 'Connections on which no response arrives for this time are closed.',
      zh: '在此时间内未收到响应的连接会被关闭。',
    },
  ),
  wait_queue_timeout_ms: span(
    { en: 'Queue timeout', zh: '排队超时' },
    {
      en: 'Maximum time to wait for a connection from the pool.',
      zh: '等待连接池中连接的最长时间。',
    },
  ),
})

/** The servers of each deployment. */
export const mongodbDeployments = {
  single: { mongo_type: mongoType('single'), server: serverField(usualPort) },
  rs: { mongo_type: mongoType('rs'), servers: members, r_mode: readMode, replica_set_name: replicaSetName },
  sharded: { mongo_type: mongoType('sharded'), servers: routers },
} as const

/** Shared settings of all deployments. */
export const mongodbConnectionFields = {
  srv_record: srvRecord,
  pool_size: poolSizeField,
  username,
  password: passwordField,
  use_legacy_protocol: legacyProtocol,
  auth_source: authSource,
  database: databaseField,
  topology: setting(structKind(topology), { advanced: true, label: { en: 'Connection details', zh: '连接细节' } }),
} as const

/** Whether writes wait for acknowledgement. */
export const writeModeField = (help: Text) =>
  setting(
    choice({
      unsafe: { en: 'No acknowledgement', zh: '不等待确认' },
      safe: { en: 'Wait for acknowledgement', zh: '等待确认' },
    }),
    {
      default: 'unsafe',
      advanced: true,
      label: { en: 'Write mode', zh: '写入模式' },
      help,
    },
  )
