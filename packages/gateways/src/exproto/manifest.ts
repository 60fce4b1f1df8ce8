import {
  choice,
  clientTls,
  gatewayServerTls,
  hostPort,
  isRecord,
  secretTemplate,
  setting,
  struct,
  structKind,
  template,
  text,
} from '@mqdeck/contract'
import type { GatewayManifest } from '../port.ts'

/** The gRPC service of the broker, which the handler calls. */
export const exprotoServer = struct('gateway.exproto_grpc_server', {
  bind: setting(hostPort('string'), {
    required: true,
    wire: { example: '127.0.0.1:80' },
    label: { en: 'Bind address', zh: '监听地址' },
    help: {
      en: 'Address and port of the gRPC service ConnectionAdapter, which the handler calls. For example 127.0.0.1:9100. Other addresses than 127.0.0.1 require client certificates.',
      zh: '供 Handler 调用的 gRPC 服务 ConnectionAdapter 的地址与端口，例如 127.0.0.1:9100。使用 127.0.0.1 以外的地址时必须要求客户端证书。',
    },
  }),
  ssl_options: setting(structKind(gatewayServerTls), {
    label: { en: 'TLS', zh: 'TLS' },
    help: {
      en: 'Encrypts the calls of the handler.',
      zh: '加密 Handler 的调用。',
    },
    optIn: true,
  }),
})

/** The gRPC service of the handler, which the broker calls. */
export const exprotoHandler = struct('gateway.exproto_grpc_handler', {
  address: setting(text(), {
    required: true,
    label: { en: 'Address', zh: '地址' },
    help: {
      en: 'Address of the handler, for example http://127.0.0.1:9001. TLS is used with https, or if it is enabled below.',
      zh: 'Handler 的地址，例如 http://127.0.0.1:9001。使用 https 或在下方启用时采用 TLS。',
    },
  }),
  service_name: setting(choice(['ConnectionUnaryHandler', 'ConnectionHandler']), {
    default: 'ConnectionUnaryHandler',
    label: { en: 'Service', zh: '服务名' },
    help: {
      en: 'Service that the handler implements. ConnectionHandler uses streams and is deprecated. Default ConnectionUnaryHandler.',
      zh: 'Handler 实现的服务。ConnectionHandler 使用流，已弃用。默认为 ConnectionUnaryHandler。',
    },
  }),
  ssl_options: setting(structKind(clientTls), { label: { en: 'TLS', zh: 'TLS' }, advanced: true }),
})

const override = (en: string, zh: string) => ({
  label: { en, zh },
  help: {
    en: 'Replaces the value that the handler sends with Authenticate. Placeholders are allowed, for example ${ConnInfo.peername}.',
    zh: '替换 Handler 在 Authenticate 中给出的值。可使用占位符，例如 ${ConnInfo.peername}。',
  },
})

/** The specification fixes this text. */
const missingCertificate = 'Missing Cert or Key content for gRPC ConnectionAdapter'

export const exproto = {
  name: 'exproto',
  label: { en: 'ExProto', zh: 'ExProto' },
  about: {
    en: 'Connects devices with a protocol of their own, which an external gRPC service handles.',
    zh: '接入使用自定义协议的设备，由外部 gRPC 服务处理该协议。',
  },
  mark: 'Ex',
  transports: ['tcp', 'ssl', 'udp', 'dtls'],
  defaultListener: { type: 'tcp', port: 7993 },
  component: 'emqx_gateway_api.exproto',
  fields: {
    server: setting(structKind(exprotoServer), { required: true, label: { en: 'gRPC server', zh: 'gRPC 服务端' } }),
    handler: setting(structKind(exprotoHandler), { required: true, label: { en: 'Handler', zh: 'Handler' } }),
  },
  clientInfoOverride: struct('gateway.clientinfo_override', {
    username: setting(template(), override('Username', '用户名')),
    password: setting(secretTemplate(), override('Password', '密码')),
    clientid: setting(template(), override('Client ID', '客户端 ID')),
  }),
  check: ({ server, handler }, refuse) => {
    const tls = isRecord(server) ? server.ssl_options : undefined
    for (const field of isRecord(tls) ? ['certfile', 'keyfile'] : [])
      if (Reflect.get(Object(tls), field) === '') refuse(`server.ssl_options.${field}`, missingCertificate)
    const address = isRecord(handler) ? handler.address : undefined
    if (typeof address === 'string' && !handlerAddress(address))
      refuse('handler.address', 'must be an address such as http://127.0.0.1:9001')
  },
  clientColumns: [],
} as const satisfies GatewayManifest

/** As in EMQX, the scheme is optional. The default ports are those of HTTP. */
export function handlerAddress(address: string): { host: string; port: number; isTls: boolean } | undefined {
  const match = /^(?:(https?):\/\/)?(\[[0-9a-fA-F:.]+\]|[^\s:/?#[\]@]+)(?::(\d{1,5}))?\/?$/.exec(address)
  const [, scheme, host, port = scheme === 'https' ? '443' : '80'] = match ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), isTls: scheme === 'https' }
}
