import { anyMap, duration, type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { checkHttpTarget } from '@mqdeck/drivers/catalog'
import { bodyAbout, headersField, httpFields, methodField, requestTimeoutAbout, urlField } from '../../http/fields.ts'
import { backendField, enableField, mechanismField } from '../fields.ts'
import type { AuthnManifest } from '../port.ts'

/** Request fields of all HTTP authenticators. */
export const requestFields = {
  ...httpFields,
  body: setting(anyMap(text()), { ...bodyAbout, wire: { example: {} } }),
  request_timeout: setting(duration({ min: '1ms' }), {
    ...requestTimeoutAbout,
    default: '5s',
    wire: { example: '32s' },
  }),
  url: urlField,
}

const common = {
  ...requestFields,
  backend: backendField('http'),
  enable: enableField,
  mechanism: mechanismField('password_based'),
}

const get = struct(
  'authn.http_get',
  { ...common, method: methodField('get'), headers: headersField.get },
  checkHttpTarget,
)
const post = struct(
  'authn.http_post',
  { ...common, method: methodField('post'), headers: headersField.post },
  checkHttpTarget,
)

export type HttpAuthnSettings = PlainValue<typeof get> | PlainValue<typeof post>

export const http: AuthnManifest = {
  mechanism: 'password_based',
  backend: 'http',
  category: 'http',
  mark: 'H',
  label: { en: 'HTTP server', zh: 'HTTP 服务' },
  about: {
    en: 'An HTTP service decides. Its response can contain rules and attributes.',
    zh: '由 HTTP 服务判定，响应中可包含权限规则和属性。',
  },
  example: {
    method: 'post',
    url: 'http://127.0.0.1:8080',
    body: { username: '${username}', password: '${password}' },
  },
  structs: [post, get],
}
