import { variformFunctions } from '@mqdeck/contract'
import { useMemo } from 'react'
import { type Locale, useLocale, useMessages } from '../../i18n/index.ts'
import { nameAt } from '../../lib/text/placeholder.ts'
import { type Completion, TemplateField } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'

/** An expression such as `nth(1, tokens(clientid, '-'))`, completed with client variables and functions. */
export function ExpressionField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const texts = useMessages(formTexts)
  const locale = useLocale()
  const completions = useMemo(() => completionsIn(locale), [locale])
  return (
    <TemplateField
      {...frame}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={set}
      onBlur={blur}
      placeholders={completions}
      typedAt={nameAt}
      listLabel={texts.expressionParts}
    />
  )
}

const variables: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  clientid: { en: 'Client ID', zh: '客户端 ID' },
  username: { en: 'Username', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  peerhost: { en: 'IP address of the client', zh: '客户端 IP 地址' },
  zone: { en: 'Zone', zh: '区域' },
  cn: { en: 'Common name of the certificate', zh: '证书的通用名称' },
  dn: { en: 'Subject of the certificate', zh: '证书的主体' },
  peersni: { en: 'TLS server name (SNI)', zh: 'TLS 服务器名称（SNI）' },
  'user_property.': { en: 'A user property of the connection', zh: '连接的用户属性' },
  'client_attrs.': { en: 'An attribute that is already set', zh: '已设置的客户端属性' },
}

function completionsIn(locale: Locale): readonly Completion[] {
  return [
    ...Object.entries(variables).map(([label, words]) => ({ label, detail: words[locale] })),
    ...Object.entries(variformFunctions).map(([name, { usage, help }]) => ({
      label: usage,
      insert: `${name}(`,
      detail: help[locale],
    })),
  ]
}
