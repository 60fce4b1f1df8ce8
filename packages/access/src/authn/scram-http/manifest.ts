import { choice, integer, type PlainValue, setting, struct } from '@mqdeck/contract'
import { checkHttpTarget } from '@mqdeck/drivers/catalog'
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
      en: 'Clients must use the matching method, SCRAM-SHA-256 or SCRAM-SHA-512. Default sha256.',
      zh: '客户端须使用对应的方法 SCRAM-SHA-256 或 SCRAM-SHA-512。默认 sha256。',
    },
  }),
  backend: backendField('http'),
  enable: enableField,
  iteration_count: setting(integer(1, 10_000_000, { unprinted: true }), {
    default: 4096,
    // The minimum of EMQX, although 0 does not work there either.
    wire: { minimum: 0 },
    label: { en: 'Iterations', zh: '迭代次数' },
    help: {
      en: 'Number of iterations that the service used to derive its keys. Default 4096.',
      zh: 'HTTP 服务派生密钥时使用的迭代次数。默认 4096。',
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
  category: 'http',
  mark: 'Sh',
  label: { en: 'HTTP server', zh: 'HTTP 服务' },
  about: {
    en: 'Clients do not send their passwords (MQTT 5 only). An HTTP service provides the keys of the users.',
    zh: '客户端不发送密码（仅 MQTT 5）。由 HTTP 服务提供用户密钥。',
  },
  example: { url: 'http://127.0.0.1:8080', body: { username: '${username}' } },
  structs: [post, get],
}
