import type { Text } from '@mqdeck/contract'

const untested = (server: string): Text => ({
  en: `The client has not been tested with ${server}.`,
  zh: `其客户端尚未与 ${server} 一起测试。`,
})
const cloudOnly = (service: string): Text => ({
  en: `It needs the cloud service ${service}, with which it could not be tested.`,
  zh: `它依赖云服务 ${service}，尚未与其一起测试。`,
})
const native = (server: string): Text => ({
  en: `The client of ${server} for Node.js is a native module, which does not exist for every platform.`,
  zh: `${server} 的 Node.js 客户端是原生模块，并非适用于所有平台。`,
})
const noClient = (server: string): Text => ({
  en: `There is no maintained client of ${server} for Node.js.`,
  zh: `${server} 没有仍在维护的 Node.js 客户端。`,
})

/** Types of EMQX that this node cannot run, with the reason as a sentence. */
const reasons: Readonly<Record<string, Text>> = {
  hstreamdb: noClient('HStreamDB'),
  oracle: untested('Oracle Database'),
  pulsar: native('Pulsar'),
  rocketmq: noClient('RocketMQ'),
  snowflake: cloudOnly('Snowflake'),
  sqlserver: untested('SQL Server'),
  syskeeper_forwarder: noClient('SysKeeper'),
  syskeeper_proxy: noClient('SysKeeper'),
  tablestore: cloudOnly('Tablestore'),
}

/** Why this node cannot run a type of EMQX. Undefined for other types. */
export const whyUnavailable = (type: string): Text | undefined =>
  Object.hasOwn(reasons, type) ? reasons[type] : undefined
