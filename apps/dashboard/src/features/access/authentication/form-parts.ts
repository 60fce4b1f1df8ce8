import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { type FormGroup, useBackendGroups, useClientPlaceholders } from '../../../schema-form/index.ts'
import type { Completion } from '../../../ui/index.ts'
import { messages } from './messages.ts'

export const useFormParts = () => ({ groups: useFormGroups(), completions: usePlaceholders() })

/** Sections for the fields of all kinds. Each form shows the fields that it has; other fields come last. */
function useFormGroups(): readonly FormGroup[] {
  const { groups: titles } = useMessages(messages)
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

/** Placeholders for templates and queries of authenticators. */
function usePlaceholders(): readonly Completion[] {
  const { passwordPlaceholder } = useMessages(messages)
  const ofClient = useClientPlaceholders()
  return useMemo(
    () => [...ofClient, { label: '${password}', detail: passwordPlaceholder }],
    [ofClient, passwordPlaceholder],
  )
}
