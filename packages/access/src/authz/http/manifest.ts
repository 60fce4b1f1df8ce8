import { duration, mapOf, type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { checkHttpTarget } from '@mqdeck/drivers/catalog'
import { bodyAbout, headersField, httpFields, methodField, requestTimeoutAbout, urlField } from '../../http/fields.ts'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

const common = {
  ...httpFields,
  body: setting(mapOf('$name', text()), {
    ...bodyAbout,
    help: {
      en: 'Names and values of the request body. Placeholders such as ${username}, ${clientid}, ${topic}, ${action}, ${qos} and ${retain} are allowed.',
      zh: '请求体的名称和值，可使用 ${username}、${clientid}、${topic}、${action}、${qos}、${retain} 等占位符。',
    },
  }),
  enable: enableField,
  request_timeout: setting(duration({ min: '1ms' }), { ...requestTimeoutAbout, default: '30s' }),
  type: typeField('http'),
  url: urlField,
}

const get = struct(
  'authz.http_get',
  { ...common, method: methodField('get'), headers: headersField.get },
  checkHttpTarget,
)
const post = struct(
  'authz.http_post',
  { ...common, method: methodField('post'), headers: headersField.post },
  checkHttpTarget,
)

export type HttpAuthzSettings = PlainValue<typeof get> | PlainValue<typeof post>

export const http: AuthzManifest = {
  type: 'http',
  category: 'http',
  mark: 'H',
  label: { en: 'HTTP server', zh: 'HTTP 服务' },
  about: { en: 'Sends a request to an HTTP service for each action.', zh: '每个操作都向 HTTP 服务发送请求。' },
  example: {
    method: 'post',
    url: 'http://127.0.0.1:8080',
    body: { clientid: '${clientid}', username: '${username}', topic: '${topic}', action: '${action}' },
  },
  structs: [post, get],
}
