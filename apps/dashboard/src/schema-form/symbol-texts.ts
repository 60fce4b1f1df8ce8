import { deflateSymbols, gatewaySymbols } from './gateway-symbols.ts'
import { readableName, same, type Text } from './texts.ts'
import type { WireSymbol } from './wire.ts'

/**
 * The label of a value of an enum. The same symbol means different things in different fields (`single` is a node for Redis and
 * a packet for `piggyback`), so the labels of the field come first. A symbol without a label is shown as it is in the
 * configuration; with `asTitle` as a readable name, for the kinds of a connector.
 * @param field name of the field
 */
export function symbolText(symbol: WireSymbol, field: string | undefined, asTitle = false): Text {
  const name = String(symbol)
  return labelIn(ofFields[field ?? ''], name) ?? labelIn(symbols, name) ?? same(asTitle ? readableName(name) : name)
}

const labelIn = (labels: Labels | undefined, name: string): Text | undefined =>
  labels && Object.hasOwn(labels, name) ? labels[name] : undefined

export const isKnownSymbol = (name: string): boolean => Object.hasOwn(symbols, name)

export const hasLabel = (symbol: WireSymbol, field: string): boolean =>
  typeof symbol === 'number' ||
  (labelIn(ofFields[field], String(symbol)) ?? labelIn(symbols, String(symbol))) !== undefined

/** A value that turns the setting off; the field shows a switch instead. */
export const meansOff = (symbol: WireSymbol): boolean => ['disabled', 'disable', 'none'].includes(String(symbol))

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
  all_partitions: { en: 'All partitions', zh: '全部分区' },
  verify_peer: { en: 'Verify certificate', zh: '验证对端证书' },
  verify_none: { en: 'Do not verify', zh: '不验证' },
  quick_deny_anonymous: { en: 'Reject anonymous clients', zh: '拒绝匿名客户端' },
  sync: { en: 'Synchronous', zh: '同步' },
  async: { en: 'Asynchronous', zh: '异步' },
  text: { en: 'Text', zh: '文本' },
  json: { en: 'JSON', zh: 'JSON' },
  hex: { en: 'Hexadecimal', zh: '十六进制' },
  hidden: { en: 'Hidden', zh: '隐藏' },
  single: { en: 'Single node', zh: '单节点' },
  cluster: { en: 'Cluster', zh: '集群' },
  sentinel: { en: 'Sentinel', zh: '哨兵' },
  rs: { en: 'Replica set', zh: '副本集' },
  sharded: { en: 'Sharded cluster', zh: '分片集群' },
  influxdb_api_v1: { en: 'InfluxDB v1', zh: 'InfluxDB v1' },
  influxdb_api_v2: { en: 'InfluxDB v2', zh: 'InfluxDB v2' },
  restapi: { en: 'REST API', zh: 'REST API' },
  thrift: { en: 'Thrift', zh: 'Thrift' },
  direct: { en: 'Direct upload', zh: '直接上传' },
  aggregated: { en: 'Aggregated upload', zh: '聚合上传' },
  username_password: { en: 'Username and password', zh: '用户名和密码' },
  gssapi_kerberos: { en: 'Kerberos', zh: 'Kerberos' },
  basic: { en: 'Username and password', zh: '用户名和密码' },
  token: { en: 'Token', zh: '令牌' },
  proxy_config: { en: 'Proxy', zh: '代理' },
  no_compression: { en: 'None', zh: '不压缩' },
  ram: { en: 'Memory', zh: '内存' },
  disc: { en: 'Disk', zh: '磁盘' },
  random: { en: 'Random', zh: '随机' },
  round_robin: { en: 'Round robin', zh: '轮询' },
  round_robin_per_group: { en: 'Round robin per group', zh: '按组轮询' },
  sticky: { en: 'Sticky', zh: '粘性' },
  local: { en: 'Local node first', zh: '本节点优先' },
  hash_topic: { en: 'Hash of topic', zh: '按主题哈希' },
  hash_clientid: { en: 'Hash of publisher client ID', zh: '按发布者的客户端 ID 哈希' },
  highest: { en: 'Highest', zh: '最高' },
  whole: { en: 'Total', zh: '全程' },
  internal: { en: 'Internal', zh: '内部' },
  response: { en: 'Response', zh: '响应' },
  lowest: { en: 'Lowest', zh: '最低' },
  built_in_database: { en: 'Built-in database', zh: '内置数据库' },
  simple: { en: 'Plain text or digest', zh: '明文或摘要' },
  pbkdf2: { en: 'PBKDF2', zh: 'PBKDF2' },
  bcrypt: { en: 'bcrypt', zh: 'bcrypt' },
  bcrypt_rw: { en: 'bcrypt', zh: 'bcrypt' },
  argon2: { en: 'Argon2', zh: 'Argon2' },
  prefix: { en: 'Before the password', zh: '密码之前' },
  suffix: { en: 'After the password', zh: '密码之后' },
  username: { en: 'Username', zh: '用户名' },
  clientid: { en: 'Client ID', zh: '客户端 ID' },
  password: { en: 'Password', zh: '密码' },
  'hmac-based': { en: 'Shared secret', zh: '共享密钥' },
  'public-key': { en: 'Public key', zh: '公钥' },
  jwt_jwks: { en: 'JWKS server', zh: '从服务器获取密钥（JWKS）' },
  get: { en: 'GET', zh: 'GET' },
  post: { en: 'POST', zh: 'POST' },
}

const denyOrIgnore: Labels = {
  deny: { en: 'Deny', zh: '拒绝' },
  ignore: { en: 'Ignore', zh: '忽略' },
}

/** Labels by field name. */
const ofOneField: Readonly<Record<string, Labels>> = {
  update_msg_publish_condition: {
    always: { en: 'Always', zh: '始终' },
    contains_object_list: { en: 'With a list of objects', zh: '包含对象列表时' },
  },
  salt_position: {
    disable: { en: 'No salt', zh: '不加盐' },
  },
  piggyback: {
    single: { en: 'One packet', zh: '一个报文' },
    multiple: { en: 'Several packets', zh: '多个报文' },
  },
  pool_type: {
    random: { en: 'Random', zh: '随机' },
    hash: { en: 'Hash of client ID', zh: '按客户端 ID 哈希' },
  },
  required_acks: {
    all_isr: { en: 'All in-sync replicas', zh: '所有同步副本' },
    leader_only: { en: 'Leader only', zh: '仅首领副本' },
    none: { en: 'None', zh: '无需确认' },
  },
  partition_strategy: {
    random: { en: 'Random partition', zh: '随机分区' },
    key_dispatch: { en: 'Hash of message key', zh: '按消息键' },
  },
  strategy: {
    random: { en: 'Random partition', zh: '随机分区' },
    roundrobin: { en: 'Round robin', zh: '轮询' },
    key_dispatch: { en: 'Hash of message key', zh: '按消息键' },
    all_pass: { en: 'All checks', zh: '全部检查' },
    any_pass: { en: 'Any check', zh: '任一检查' },
  },
  compression: {
    no_compression: { en: 'None', zh: '不压缩' },
    snappy: { en: 'Snappy', zh: 'Snappy' },
    gzip: { en: 'gzip', zh: 'gzip' },
    zlib: { en: 'zlib', zh: 'zlib' },
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
  no_match: {
    allow: { en: 'Allow', zh: '允许' },
    deny: { en: 'Deny', zh: '拒绝' },
  },
  failed_action: denyOrIgnore,
  source_failure: denyOrIgnore,
  failure_action: {
    drop: { en: 'Drop message', zh: '丢弃消息' },
    disconnect: { en: 'Drop and disconnect', zh: '丢弃并断开连接' },
    ignore: { en: 'Ignore failure', zh: '忽略失败' },
  },
  auto_reconnect: {
    false: { en: 'Never', zh: '从不' },
  },
  deny_action: {
    ignore: { en: 'Ignore', zh: '忽略' },
    disconnect: { en: 'Disconnect', zh: '断开连接' },
  },
  method: {
    get: { en: 'GET', zh: 'GET' },
    post: { en: 'POST', zh: 'POST' },
    put: { en: 'PUT', zh: 'PUT' },
    delete: { en: 'DELETE', zh: 'DELETE' },
  },
  action: {
    create: { en: 'Create document', zh: '创建文档' },
    update: { en: 'Update document', zh: '更新文档' },
    delete: { en: 'Delete document', zh: '删除文档' },
  },
  ack_mode: {
    need_ack: { en: 'Wait for acknowledgement', zh: '等待确认' },
    no_ack: { en: 'No acknowledgement', zh: '不等待确认' },
  },
  delivery_mode: {
    persistent: { en: 'Persistent', zh: '持久化' },
    non_persistent: { en: 'Non-persistent', zh: '非持久化' },
  },
  offset_reset_policy: {
    earliest: { en: 'Earliest message', zh: '最早的消息' },
    latest: { en: 'Latest message', zh: '最新的消息' },
  },
  mode: {
    memory: { en: 'Memory', zh: '内存' },
    disk: { en: 'Disk', zh: '磁盘' },
    hybrid: { en: 'Memory, then disk', zh: '内存与磁盘混合' },
    cluster_shareload: { en: 'Shared across nodes', zh: '集群共享负载' },
  },
  precision: {
    ns: { en: 'Nanoseconds', zh: '纳秒' },
    us: { en: 'Microseconds', zh: '微秒' },
    ms: { en: 'Milliseconds', zh: '毫秒' },
    s: { en: 'Seconds', zh: '秒' },
  },
  timestamp: {
    now: { en: 'Current time', zh: '当前时间' },
    now_ms: { en: 'Current time in milliseconds', zh: '当前时间（毫秒）' },
    now_us: { en: 'Current time in microseconds', zh: '当前时间（微秒）' },
    now_ns: { en: 'Current time in nanoseconds', zh: '当前时间（纳秒）' },
  },
  timestamp_format: {
    auto: { en: 'Automatic', zh: '自动' },
    epoch: { en: 'Microseconds since 1970', zh: 'Unix 时间戳（微秒）' },
    rfc3339: { en: 'RFC 3339', zh: 'RFC 3339' },
  },
  data_type: {
    text: { en: 'Text', zh: '文本' },
    boolean: { en: 'Boolean', zh: '布尔值' },
    int32: { en: '32-bit integer', zh: '32 位整数' },
    int64: { en: '64-bit integer', zh: '64 位整数' },
    float: { en: 'Float (32 bits)', zh: '单精度浮点数' },
    double: { en: 'Double (64 bits)', zh: '双精度浮点数' },
  },
  r_mode: {
    master: { en: 'Primary', zh: '主节点' },
    slave_ok: { en: 'Primary or secondary', zh: '主节点或从节点' },
  },
  w_mode: {
    safe: { en: 'Wait for acknowledgement', zh: '等待确认' },
    unsafe: { en: 'No acknowledgement', zh: '不等待确认' },
  },
  role: {
    normal: { en: 'Normal user', zh: '普通用户' },
    sysdba: { en: 'SYSDBA', zh: 'SYSDBA' },
  },
  mechanism: {
    plain: { en: 'PLAIN', zh: 'PLAIN' },
    scram_sha_256: { en: 'SCRAM-SHA-256', zh: 'SCRAM-SHA-256' },
    scram_sha_512: { en: 'SCRAM-SHA-512', zh: 'SCRAM-SHA-512' },
  },
  proto_ver: {
    v3: { en: 'MQTT 3.1', zh: 'MQTT 3.1' },
    v4: { en: 'MQTT 3.1.1', zh: 'MQTT 3.1.1' },
    v5: { en: 'MQTT 5.0', zh: 'MQTT 5.0' },
  },
  protocol_version: {
    protocol_v1: { en: 'Version 1', zh: '版本 1' },
    protocol_v2: { en: 'Version 2', zh: '版本 2' },
    protocol_v3: { en: 'Version 3', zh: '版本 3' },
  },
  iotdb_version: {
    'v0.13.x': { en: 'v0.13.x', zh: 'v0.13.x' },
    'v1.0.x': { en: 'v1.0.x', zh: 'v1.0.x' },
    'v1.1.x': { en: 'v1.1.x', zh: 'v1.1.x' },
    'v1.3.x': { en: 'v1.3.x', zh: 'v1.3.x' },
  },
  meta_update_model: {
    MUM_NORMAL: { en: 'Keep other attributes', zh: '保留其他属性' },
    MUM_IGNORE: { en: 'Do not update attributes', zh: '不更新属性' },
  },
  storage_model_type: {
    timeseries: { en: 'Time series', zh: '时序' },
  },
  driver_type: {
    influxdb_v1: { en: 'InfluxDB v1', zh: 'InfluxDB v1' },
  },
  key_encoding_mode: {
    none: { en: 'None', zh: '不编码' },
    base64: { en: 'Base64', zh: 'Base64' },
  },
  value_encoding_mode: {
    none: { en: 'None', zh: '不编码' },
    base64: { en: 'Base64', zh: 'Base64' },
  },
  kafka_header_value_encode_mode: {
    none: { en: 'None', zh: '不编码' },
    json: { en: 'JSON', zh: 'JSON' },
  },
  partial_chain: {
    true: { en: 'Yes', zh: '是' },
    false: { en: 'No', zh: '否' },
    cacert_from_cacertfile: { en: 'One certificate from the CA file', zh: 'CA 文件中的一个证书' },
    two_cacerts_from_cacertfile: { en: 'Two certificates from the CA file', zh: 'CA 文件中的两个证书' },
  },
  server_name_indication: {
    auto: { en: 'Automatic', zh: '自动' },
    disable: { en: 'Disabled', zh: '禁用' },
  },
  level: {
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
  peer_cert_as_clientid: {
    disabled: { en: 'Disabled', zh: '禁用' },
    cn: { en: 'Common name (CN)', zh: '通用名称（CN）' },
    dn: { en: 'Distinguished name (DN)', zh: '可分辨名称（DN）' },
    crt: { en: 'Certificate (DER)', zh: '证书（DER）' },
    pem: { en: 'Certificate (PEM)', zh: '证书（PEM）' },
    md5: { en: 'MD5 of the certificate', zh: '证书的 MD5 值' },
  },
  actions: {
    log: { en: 'Write to the log', zh: '写入日志' },
    publish: { en: 'Publish to a topic', zh: '发布到主题' },
  },
  type: {
    csv: { en: 'CSV', zh: 'CSV' },
    file: { en: 'File', zh: '文件' },
  },
  provider: {
    generic: { en: 'Generic', zh: '通用' },
    okta: { en: 'Okta', zh: 'Okta' },
  },
  preferred_auth_methods: {
    private_key_jwt: { en: 'Private key (JWT)', zh: '私钥（JWT）' },
    client_secret_post: { en: 'Client secret (body)', zh: '请求体中的客户端密钥' },
    client_secret_basic: { en: 'Client secret (header)', zh: '请求头中的客户端密钥' },
    client_secret_jwt: { en: 'Client secret (JWT)', zh: '客户端密钥（JWT）' },
    none: { en: 'None', zh: '无' },
  },
}

const ofFields: Readonly<Record<string, Labels | undefined>> = {
  ...ofOneField,
  ...gatewaySymbols,
  level: { ...ofOneField.level, ...deflateSymbols.level },
  strategy: { ...ofOneField.strategy, ...deflateSymbols.strategy },
  log_level: ofOneField.level,
  mqtt_piggyback: ofOneField.piggyback,
  peer_cert_as_username: ofOneField.peer_cert_as_clientid,
}
