import { type PlainValue, setting, struct, text } from '@mqdeck/contract'
import { enableField, typeField } from '../fields.ts'
import type { AuthzManifest } from '../port.ts'

/** Where EMQX has the rules of a fresh broker. */
export const defaultPath = '${EMQX_ETC_DIR}/acl.conf'

/** Bytes. The ACL text of 10 000 rules has about 1 MB. */
const longest = 8 * 1024 * 1024

const settings = struct(
  'authz.api_file',
  {
    enable: enableField,
    rules: setting(text({ maxBytes: longest }), {
      label: { en: 'Rules', zh: '规则' },
      help: {
        en: 'One rule after another, each ended by a dot; the first that matches decides: {allow, {username, "ann"}, publish, ["a/#"]}.',
        zh: '逐条书写规则，每条以英文句点结尾；第一条匹配的规则生效：{allow, {username, "ann"}, publish, ["a/#"]}.',
      },
      wire: { format: 'acl' },
    }),
    type: typeField('file'),
    // As EMQX's configuration files name them. The API answers with the rules themselves.
    path: setting(text(), { hidden: true, label: { en: 'File', zh: '文件' } }),
  },
  ({ rules, path }, refuse) => {
    if (rules === undefined && path === undefined) refuse('rules', 'required_field')
  },
)

export type FileSettings = PlainValue<typeof settings>

export const file: AuthzManifest = {
  type: 'file',
  label: { en: 'ACL file', zh: 'ACL 文件' },
  about: {
    en: 'Rules in a text, kept with the configuration. The fastest source.',
    zh: '以文本编写、随配置保存的规则，速度最快。',
  },
  structs: [settings],
}
