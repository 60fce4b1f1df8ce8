import { useCallback } from 'react'
import { defineNames, useMessages } from '../../i18n/index.ts'

/*
 * Names of authenticators and ACL sources for pages that do not load their manifests, which are much larger.
 * `access-names.test.ts` compares them with the manifests.
 */

export const mechanismMessages = defineNames({
  en: { password_based: 'Password', jwt: 'JWT', scram: 'SCRAM' },
  zh: { password_based: '密码认证', jwt: 'JWT', scram: 'SCRAM' },
})

const products = { ldap: 'LDAP', mongodb: 'MongoDB', mysql: 'MySQL', postgresql: 'PostgreSQL', redis: 'Redis' }

export const backendMessages = defineNames({
  en: { ...products, built_in_database: 'Built-in database', file: 'ACL file', http: 'HTTP server' },
  zh: { ...products, built_in_database: '内置数据库', file: 'ACL 文件', http: 'HTTP 服务' },
})

/**
 * Name of an authenticator by its ID: "Password · MySQL"; unknown IDs stay as they are. It includes the mechanism,
 * because several mechanisms, and authorization, use the built-in database.
 */
export function useAuthenticatorName(): (id: string) => string {
  const mechanisms: Readonly<Record<string, string>> = useMessages(mechanismMessages)
  const backends: Readonly<Record<string, string>> = useMessages(backendMessages)
  return useCallback(
    (id) => {
      const [mechanism = '', backend] = id.split(':')
      const names = [mechanisms[mechanism], ...(backend === undefined ? [] : [backends[backend]])]
      return names.includes(undefined) ? id : names.join(' · ')
    },
    [mechanisms, backends],
  )
}

/** Name of an ACL source by its type: "ACL file"; unknown types stay as they are. */
export function useSourceName(): (type: string) => string {
  const backends: Readonly<Record<string, string>> = useMessages(backendMessages)
  return useCallback((type) => backends[type] ?? type, [backends])
}
