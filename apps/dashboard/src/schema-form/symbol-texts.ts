import { readableName } from './readable-name.ts'
import { same, type Text } from './texts.ts'
import type { WireSymbol } from './wire.ts'

/**
 * How a value of an enum is called. What is in no dictionary is shown as it is written in the configuration;
 * `asTitle` makes a name of it, for the kinds of a connector.
 */
export function symbolText(symbol: WireSymbol, asTitle = false): Text {
  const name = String(symbol)
  const known = Object.hasOwn(symbols, name) ? symbols[name] : undefined
  return known ?? same(asTitle ? readableName(name) : name)
}

export const isKnownSymbol = (name: string): boolean => Object.hasOwn(symbols, name)

/** A symbol that means: not at all. In its place a field has a switch. */
export const meansOff = (symbol: WireSymbol): boolean => ['disabled', 'disable', 'none'].includes(String(symbol))

const symbols: Readonly<Record<string, Text>> = {
  infinity: { en: 'No limit', zh: '不限制' },
  enabled: { en: 'On', zh: '开启' },
  disabled: { en: 'Off', zh: '关闭' },
  disable: { en: 'Off', zh: '关闭' },
  none: { en: 'None', zh: '无' },
  auto: { en: 'Automatic', zh: '自动' },
  true: { en: 'Yes', zh: '是' },
  false: { en: 'No', zh: '否' },
  all_partitions: { en: 'All partitions', zh: '全部分区' },
  verify_peer: { en: 'Verify the certificate', zh: '验证对端证书' },
  verify_none: { en: 'Do not verify', zh: '不验证' },
  quick_deny_anonymous: { en: 'Refuse anonymous', zh: '拒绝匿名' },
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
  local: { en: 'Same node first', zh: '本节点优先' },
  hash_topic: { en: 'By topic', zh: '按主题' },
  hash_clientid: { en: 'By client ID of the publisher', zh: '按发布者的客户端 ID' },
  highest: { en: 'Highest', zh: '最高' },
  whole: { en: 'The whole way', zh: '全程' },
  internal: { en: 'Until it is sent', zh: '直至发出' },
  response: { en: 'Until the client answers', zh: '客户端响应' },
  lowest: { en: 'Lowest', zh: '最低' },
  built_in_database: { en: 'Built-in database', zh: '内置数据库' },
  simple: { en: 'Plain or digest', zh: '明文或摘要' },
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
  jwt_jwks: { en: 'Keys from a server (JWKS)', zh: '从服务器获取密钥（JWKS）' },
  get: { en: 'GET', zh: 'GET' },
  post: { en: 'POST', zh: 'POST' },
}
