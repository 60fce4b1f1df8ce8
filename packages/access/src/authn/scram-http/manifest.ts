import { checkHttpTarget, choice, integer, type PlainValue, setting, struct } from '@mqdeck/contract'
import { headersField, methodField } from '../../http/fields.ts'
import { backendField, enableField, mechanismField } from '../fields.ts'
import { requestFields } from '../http/manifest.ts'
import type { AuthnManifest } from '../port.ts'

const common = {
  ...requestFields,
  algorithm: setting(choice(['sha256', 'sha512']), {
    default: 'sha256',
    label: { en: 'Password hash', zh: '密码加密方式' },
    help: {
      en: 'Clients must name the method that goes with it, SCRAM-SHA-256 or SCRAM-SHA-512.',
      zh: '客户端须使用对应的方法：SCRAM-SHA-256 或 SCRAM-SHA-512。',
    },
  }),
  backend: backendField('http'),
  enable: enableField,
  iteration_count: setting(integer(1, 10_000_000, { unprinted: true }), {
    default: 4096,
    // EMQX's bound; it cannot work with 0 either.
    wire: { minimum: 0 },
    label: { en: 'Iterations', zh: '迭代次数' },
    help: {
      en: 'Those that the keys of the service were made with.',
      zh: '服务端密钥生成时使用的迭代次数。',
    },
  }),
  mechanism: mechanismField('scram'),
}

const get = struct(
  'authn.scram_restapi_get',
  { ...common, method: methodField('get'), headers: headersField.get },
  checkHttpTarget,
)
const post = struct(
  'authn.scram_restapi_post',
  { ...common, method: methodField('post'), headers: headersField.post },
  checkHttpTarget,
)

export type ScramHttpSettings = PlainValue<typeof get> | PlainValue<typeof post>

export const scramHttp: AuthnManifest = {
  mechanism: 'scram',
  backend: 'http',
  label: { en: 'HTTP server', zh: 'HTTP 服务' },
  about: {
    en: 'Passwords never cross the wire (MQTT 5 only). A service of yours has the keys of the users.',
    zh: '密码不经网络传输（仅 MQTT 5）。用户密钥由您的服务提供。',
  },
  structs: [post, get],
}
