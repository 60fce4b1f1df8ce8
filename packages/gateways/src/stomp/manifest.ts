import { integer, nested, secretTemplate, setting, struct, template } from '@mqdeck/contract'
import type { GatewayManifest } from '../port.ts'

/** Limits of a frame. */
export const stompFrame = struct(
  'gateway.stomp_frame',
  {
    max_headers: setting(integer(0), {
      default: 10,
      label: { en: 'Max headers', zh: '最大 Header 数量' },
      help: {
        en: 'Maximum number of headers of a frame. Larger frames close the connection. Default 10.',
        zh: '每个帧的最大 Header 数量，超出时关闭连接。默认为 10。',
      },
    }),
    max_headers_length: setting(integer(0), {
      default: 1024,
      label: { en: 'Max header length', zh: '最大 Header 长度' },
      help: {
        en: 'Maximum length of a header, name and value together, in bytes. Longer headers close the connection. Default 1024.',
        zh: '单个 Header 的名称与值的最大总长度（字节），超出时关闭连接。默认为 1024。',
      },
    }),
    max_body_length: setting(integer(), {
      default: 65_536,
      label: { en: 'Max body length', zh: '最大消息体长度' },
      help: {
        en: 'Maximum length of the body of a frame in bytes. Larger frames close the connection. Default 65536.',
        zh: '每个帧的消息体的最大长度（字节），超出时关闭连接。默认为 65536。',
      },
    }),
  },
  ({ max_body_length: length }, refuse) => {
    if (length < 0) refuse('max_body_length', 'must not be negative')
  },
)

const override = (about: { readonly en: string; readonly zh: string }, example: string) => ({
  label: about,
  help: {
    en: `Replaces the value from the frame CONNECT. Placeholders: headers of that frame, for example ${example}.`,
    zh: `替换 CONNECT 帧中的值。可使用该帧的 Header 作为占位符，例如 ${example}。`,
  },
})

export const stomp = {
  name: 'stomp',
  label: { en: 'STOMP', zh: 'STOMP' },
  about: {
    en: 'Connects messaging clients that use STOMP 1.0, 1.1 or 1.2.',
    zh: '接入使用 STOMP 1.0、1.1 或 1.2 的消息客户端。',
  },
  mark: 'St',
  transports: ['tcp', 'ssl'],
  defaultListener: { type: 'tcp', port: 61_613 },
  component: 'emqx_gateway_api.stomp',
  fields: { frame: nested(stompFrame, { label: { en: 'Frame limits', zh: '帧限制' } }) },
  clientInfoOverride: struct('gateway.clientinfo_override', {
    username: setting(template(), override({ en: 'Username', zh: '用户名' }, '${Packet.headers.login}')),
    password: setting(secretTemplate(), override({ en: 'Password', zh: '密码' }, '${Packet.headers.passcode}')),
    clientid: setting(template(), override({ en: 'Client ID', zh: '客户端 ID' }, '${Packet.headers.client-id}')),
  }),
  clientColumns: [],
} as const satisfies GatewayManifest
