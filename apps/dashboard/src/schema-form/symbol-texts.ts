import { type FieldTexts, readableName, same, type Text } from './texts.ts'
import type { WireSymbol } from './wire.ts'

/** The symbols that a field declares. */
interface Declared {
  /** Name of the field. */
  readonly key: string
  readonly symbolTexts?: FieldTexts['symbols']
  readonly off?: FieldTexts['off']
}

/**
 * The label of a value of an enum, as its field declares it. For fields that only other brokers have, it is guessed from the
 * field name and the symbol. A symbol without a label is shown as it is in the configuration; with `asTitle` as a
 * readable name, for the kinds of a connector.
 */
export function symbolText(symbol: WireSymbol, field: Declared | undefined, asTitle = false): Text {
  const name = String(symbol)
  const label = labelIn(field?.symbolTexts, name) ?? guessedLabel(name, field?.key)
  return label ?? same(asTitle ? readableName(name) : name)
}

/** Whether the value turns the setting off; the field shows a switch instead. Guessed if the field does not declare it. */
export function meansOff(symbol: WireSymbol, { symbolTexts, off }: Omit<Declared, 'key'>): boolean {
  const name = String(symbol)
  if (off !== undefined || labelIn(symbolTexts, name)) return name === off
  return ['disabled', 'disable', 'none'].includes(name)
}

export const isKnownSymbol = (name: string): boolean => Object.hasOwn(symbols, name)

export const guessedLabel = (name: string, field = ''): Text | undefined =>
  labelIn(ofFields[field], name) ?? labelIn(symbols, name) ?? labelIn(components, name)

const labelIn = (labels: Labels | undefined, name: string): Text | undefined =>
  labels && Object.hasOwn(labels, name) ? labels[name] : undefined

type Labels = Readonly<Record<string, Text>>

const symbols: Labels = {
  infinity: { en: 'No limit', zh: '不限制' },
  enabled: { en: 'Enabled', zh: '启用' },
  disabled: { en: 'Disabled', zh: '禁用' },
  disable: { en: 'Disabled', zh: '禁用' },
  none: { en: 'None', zh: '无' },
  auto: { en: 'Automatic', zh: '自动' },
  true: { en: 'Yes', zh: '是' },
  false: { en: 'No', zh: '否' },
  verify_peer: { en: 'Verify certificate', zh: '验证对端证书' },
  verify_none: { en: 'Do not verify', zh: '不验证' },
  sync: { en: 'Synchronous', zh: '同步' },
  async: { en: 'Asynchronous', zh: '异步' },
}

/** Variants of a component, by the value that distinguishes them or, without one, by the last part of their name. */
const components: Labels = {
  single: { en: 'Single node', zh: '单节点' },
  cluster: { en: 'Cluster', zh: '集群' },
  sentinel: { en: 'Sentinel', zh: '哨兵' },
  rs: { en: 'Replica set', zh: '副本集' },
  sharded: { en: 'Sharded cluster', zh: '分片集群' },
  influxdb_api_v1: { en: 'InfluxDB v1', zh: 'InfluxDB v1' },
  influxdb_api_v2: { en: 'InfluxDB v2', zh: 'InfluxDB v2' },
  restapi: { en: 'REST API', zh: 'REST API' },
  direct: { en: 'Direct upload', zh: '直接上传' },
  username_password: { en: 'Username and password', zh: '用户名和密码' },
  gssapi_kerberos: { en: 'Kerberos', zh: 'Kerberos' },
  basic: { en: 'Username and password', zh: '用户名和密码' },
  token: { en: 'Token', zh: '令牌' },
  proxy_config: { en: 'Proxy', zh: '代理' },
  simple: { en: 'Plain text or digest', zh: '明文或摘要' },
  jwt_jwks: { en: 'JWKS server', zh: '从服务器获取密钥（JWKS）' },
  built_in_database: { en: 'Built-in database', zh: '内置数据库' },
  thrift: { en: 'Thrift', zh: 'Thrift' },
  aggregated: { en: 'Aggregated upload', zh: '聚合上传' },
}

/** Fields that only other brokers have, by name. */
const ofFields: Readonly<Record<string, Labels | undefined>> = {
  ack_mode: {
    need_ack: { en: 'Wait for acknowledgement', zh: '等待确认' },
    no_ack: { en: 'No acknowledgement', zh: '不等待确认' },
  },
  acl: {
    private: { en: 'Private', zh: '私有' },
    public_read: { en: 'Public read', zh: '公共读' },
    public_read_write: { en: 'Public read and write', zh: '公共读写' },
    authenticated_read: { en: 'Authenticated read', zh: '已登录用户可读' },
    bucket_owner_read: { en: 'Bucket owner read', zh: '存储桶所有者可读' },
    bucket_owner_full_control: { en: 'Bucket owner full control', zh: '存储桶所有者完全控制' },
  },
  access_method: {
    path: { en: 'Path style', zh: '路径方式' },
    vhost: { en: 'Virtual host style', zh: '虚拟主机方式' },
  },
  compression: {
    no_compression: { en: 'None', zh: '不压缩' },
    snappy: { en: 'Snappy', zh: 'Snappy' },
    zlib: { en: 'zlib', zh: 'zlib' },
  },
  log_level: {
    emergency: { en: 'Emergency', zh: '紧急' },
    alert: { en: 'Alert', zh: '警报' },
    critical: { en: 'Critical', zh: '严重' },
    error: { en: 'Error', zh: '错误' },
    warning: { en: 'Warning', zh: '警告' },
    notice: { en: 'Notice', zh: '通知' },
    info: { en: 'Info', zh: '信息' },
    debug: { en: 'Debug', zh: '调试' },
    all: { en: 'All', zh: '全部' },
    none: { en: 'None', zh: '无' },
  },
  meta_update_model: {
    MUM_NORMAL: { en: 'Keep other attributes', zh: '保留其他属性' },
    MUM_IGNORE: { en: 'Do not update attributes', zh: '不更新属性' },
  },
  mode: {
    memory: { en: 'Memory', zh: '内存' },
    disk: { en: 'Disk', zh: '磁盘' },
    hybrid: { en: 'Memory, then disk', zh: '内存与磁盘混合' },
  },
  partial_chain: {
    cacert_from_cacertfile: { en: 'One certificate from the CA file', zh: 'CA 文件中的一个证书' },
    two_cacerts_from_cacertfile: { en: 'Two certificates from the CA file', zh: 'CA 文件中的两个证书' },
  },
  preferred_auth_methods: {
    private_key_jwt: { en: 'Private key (JWT)', zh: '私钥（JWT）' },
    client_secret_post: { en: 'Client secret (body)', zh: '请求体中的客户端密钥' },
    client_secret_basic: { en: 'Client secret (header)', zh: '请求头中的客户端密钥' },
    client_secret_jwt: { en: 'Client secret (JWT)', zh: '客户端密钥（JWT）' },
  },
  protocol_version: {
    protocol_v1: { en: 'Version 1', zh: '版本 1' },
    protocol_v2: { en: 'Version 2', zh: '版本 2' },
    protocol_v3: { en: 'Version 3', zh: '版本 3' },
  },
  provider: {
    generic: { en: 'Generic', zh: '通用' },
    okta: { en: 'Okta', zh: 'Okta' },
  },
  role: {
    normal: { en: 'Normal user', zh: '普通用户' },
    sysdba: { en: 'SYSDBA', zh: 'SYSDBA' },
  },
  storage_model_type: {
    timeseries: { en: 'Time series', zh: '时序' },
  },
  strategy: {
    random: { en: 'Random partition', zh: '随机分区' },
    roundrobin: { en: 'Round robin', zh: '轮询' },
    key_dispatch: { en: 'Hash of message key', zh: '按消息键' },
  },
  type: {
    file: { en: 'File', zh: '文件' },
  },
}
