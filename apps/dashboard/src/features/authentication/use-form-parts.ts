import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type FormGroup, useBackendGroups, useClientPlaceholders } from '../../schema-form/index.ts'
import type { Completion } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'

/** The switch stands in the list and in the heading of the page. */
export const hiddenFields = ['enable'] as const

/** Panels for the fields of every kind: each shows those of them that it has, and what it has besides comes last. */
export function useFormGroups(): readonly FormGroup[] {
  const { groups: titles } = useMessages(formMessages)
  const { connection, lookup, tls, pool } = useBackendGroups()
  return useMemo(
    () => [
      { title: titles.users, fields: ['user_id_type', 'bootstrap_file', 'bootstrap_type'] },
      {
        title: titles.token,
        fields: ['from', 'secret', 'secret_base64_encoded', 'public_key', 'endpoint', 'refresh_interval'],
      },
      { title: titles.claims, fields: ['verify_claims', 'acl_claim_name', 'disconnect_after_expire'] },
      connection,
      lookup,
      {
        title: titles.passwords,
        fields: [
          'password_hash_algorithm',
          'password_hash_field',
          'salt_field',
          'is_superuser_field',
          'method',
          'algorithm',
          'iteration_count',
        ],
      },
      tls,
      pool,
    ],
    [titles, connection, lookup, tls, pool],
  )
}

/** What templates and queries of authenticators may name. */
export function usePlaceholders(): readonly Completion[] {
  const { password } = useMessages(formMessages)
  const ofClient = useClientPlaceholders()
  return useMemo(() => [...ofClient, { label: '${password}', detail: password }], [ofClient, password])
}
