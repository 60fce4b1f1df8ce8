import {
  choice,
  duration,
  flag,
  integer,
  serverAddresses,
  setting,
  struct,
  structKind,
  type Text,
  text,
} from '../struct/index.ts'
import { databaseField, passwordField, poolSizeField, serverField } from './connection-fields.ts'

/** Settings of how to reach MongoDB, the same for authenticators, sources and connectors. */

const usualPort = 27_017
const noEffect = { en: 'Has no effect here.', zh: '在此不起作用。' }

const authSource = setting(text(), {
  label: { en: 'Authentication database', zh: '认证数据库' },
  help: {
    en: 'The database that keeps the user that logs in; admin when none is named.',
    zh: '保存登录用户的数据库；未填写时为 admin。',
  },
})

const mongoType = <T extends 'single' | 'rs' | 'sharded'>(type: T) =>
  setting(choice([type]), { default: type, label: { en: 'Deployment', zh: '部署模式' } })

const members = setting(serverAddresses(usualPort), {
  required: true,
  label: { en: 'Servers', zh: '服务器列表' },
  help: {
    en: `Names or addresses with commas between them; port ${usualPort} when none is given. Some members are enough: they know the others.`,
    zh: `以逗号分隔的主机名或地址；未指定端口时为 ${usualPort}。填写部分成员即可，其余成员会自动发现。`,
  },
})

const routers = setting(serverAddresses(usualPort), {
  required: true,
  label: { en: 'Routers', zh: '路由服务器' },
  help: {
    en: `The mongos servers: names or addresses with commas between them; port ${usualPort} when none is given.`,
    zh: `mongos 服务器：以逗号分隔的主机名或地址；未指定端口时为 ${usualPort}。`,
  },
})

const readMode = setting(choice(['master', 'slave_ok']), {
  default: 'master',
  label: { en: 'Read from', zh: '读取模式' },
  help: {
    en: 'master reads what is newest; slave_ok asks a secondary where there is one, which may be a little behind.',
    zh: 'master 读取最新数据；slave_ok 在有从节点时从从节点读取，数据可能略有延迟。',
  },
})

const replicaSetName = setting(text(), { required: true, label: { en: 'Replica set', zh: '副本集名称' } })

const srvRecord = setting(flag(), {
  default: false,
  label: { en: 'DNS SRV record', zh: 'DNS SRV 记录' },
  help: {
    en: 'The servers are those that DNS has for _mongodb._tcp. and the first name above; the port is not used.',
    zh: '服务器由 DNS 中 _mongodb._tcp. 加上述第一个主机名的 SRV 记录给出，端口不生效。',
  },
})

const legacyProtocol = setting(choice(['auto', true, false]), {
  default: 'auto',
  advanced: true,
  label: { en: 'Legacy protocol', zh: '旧版协议' },
  help: {
    en: 'The protocol of servers before MongoDB 4.4 is not spoken here: true is refused.',
    zh: '不支持 MongoDB 4.4 之前的协议，设为 true 会被拒绝。',
  },
})

const username = setting(text(), { label: { en: 'Username', zh: '用户名' } })

const span = (label: { readonly en: string; readonly zh: string }, help?: typeof noEffect) =>
  setting(duration({ min: '1ms' }), { wire: { example: '32s' }, advanced: true, label, ...(help && { help }) })

const topology = struct('mongo.topology', {
  connect_timeout_ms: span(
    { en: 'Connect timeout', zh: '连接超时' },
    {
      en: 'How long opening a connection may take, 4 seconds at most.',
      zh: '建立连接的最长时间，最多 4 秒。',
    },
  ),
  heartbeat_frequency_ms: setting(duration({ min: '500ms' }), {
    default: '200s',
    wire: { example: '32s' },
    advanced: true,
    label: { en: 'Heartbeat interval', zh: '心跳间隔' },
    help: { en: 'How often each server is asked how it is.', zh: '检查每个服务器状态的间隔。' },
  }),
  local_threshold_ms: span(
    { en: 'Local threshold', zh: '本地延迟阈值' },
    {
      en: 'Of several servers that will do, those that answer this much later than the nearest are left out.',
      zh: '在多个可用服务器中，比最近者延迟超过此值的不被选用。',
    },
  ),
  max_overflow: setting(integer(0), {
    default: 0,
    advanced: true,
    label: { en: 'Overflow', zh: '溢出连接数' },
    help: {
      en: 'Connections that may be opened beyond the pool while all of it is in use.',
      zh: '连接池全部占用时，可额外打开的连接数。',
    },
  }),
  min_heartbeat_frequency_ms: span({ en: 'Least heartbeat interval', zh: '最小心跳间隔' }),
  overflow_check_period: span({ en: 'Overflow check', zh: '溢出检查周期' }, noEffect),
  overflow_ttl: span(
    { en: 'Idle time', zh: '空闲时间' },
    {
      en: 'Connections that nobody has used for so long are closed.',
      zh: '空闲超过此时间的连接会被关闭。',
    },
  ),
  server_selection_timeout_ms: span(
    { en: 'Server selection timeout', zh: '选择服务器超时' },
    {
      en: 'How long to look for a server that will do, 4 seconds at most.',
      zh: '查找可用服务器的最长时间，最多 4 秒。',
    },
  ),
  socket_timeout_ms: span({ en: 'Socket timeout', zh: '套接字超时' }),
  wait_queue_timeout_ms: span(
    { en: 'Queue timeout', zh: '排队超时' },
    {
      en: 'How long to wait for a connection of the pool.',
      zh: '等待连接池中连接的最长时间。',
    },
  ),
})

/** Of each deployment, where it is. */
export const mongodbDeployments = {
  single: { mongo_type: mongoType('single'), server: serverField(usualPort) },
  rs: { mongo_type: mongoType('rs'), servers: members, r_mode: readMode, replica_set_name: replicaSetName },
  sharded: { mongo_type: mongoType('sharded'), servers: routers },
} as const

/** The same for every deployment. */
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

/** What a write waits for. */
export const writeModeField = (help: Text) =>
  setting(choice(['unsafe', 'safe']), {
    default: 'unsafe',
    advanced: true,
    label: { en: 'Write mode', zh: '写入模式' },
    help,
  })
