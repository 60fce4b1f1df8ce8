import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import type { FormGroup } from '../../schema-form/index.ts'
import type { Completion } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'

/** The switch stands in the list and in the heading of the page. */
export const hiddenFields = ['enable'] as const

/** Panels for the fields of every kind: each shows those of them that it has, and what it has besides comes last. */
export function useFormGroups(): readonly FormGroup[] {
  const { groups: titles } = useMessages(formMessages)
  return useMemo(
    () => [
      { title: titles.users, fields: ['user_id_type', 'bootstrap_file', 'bootstrap_type'] },
      {
        title: titles.token,
        fields: ['from', 'secret', 'secret_base64_encoded', 'public_key', 'endpoint', 'refresh_interval'],
      },
      { title: titles.claims, fields: ['verify_claims', 'acl_claim_name', 'disconnect_after_expire'] },
      {
        title: titles.connection,
        fields: [
          'url',
          'server',
          'servers',
          'srv_record',
          'sentinel',
          'replica_set_name',
          'database',
          'username',
          'password',
          'auth_source',
        ],
      },
      {
        title: titles.lookup,
        fields: ['query', 'cmd', 'collection', 'filter', 'base_dn', 'headers', 'body'],
      },
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
      { title: titles.tls, fields: ['ssl'] },
      {
        title: titles.pool,
        fields: [
          'pool_size',
          'auto_reconnect',
          'connect_timeout',
          'request_timeout',
          'query_timeout',
          'enable_pipelining',
          'max_retries',
          'retry_interval',
          'request',
          'r_mode',
          'w_mode',
          'use_legacy_protocol',
          'topology',
          'disable_prepared_statements',
        ],
      },
    ],
    [titles],
  )
}

/** What templates and queries of authenticators may name. */
export function usePlaceholders(): readonly Completion[] {
  const { placeholders: texts } = useMessages(formMessages)
  return useMemo(
    () => [
      { label: '${username}', detail: texts.username },
      { label: '${clientid}', detail: texts.clientid },
      { label: '${password}', detail: texts.password },
      { label: '${client_attrs.NAME}', detail: texts.attribute },
      { label: '${peerhost}', detail: texts.peerhost },
      { label: '${cert_common_name}', detail: texts.commonName },
      { label: '${cert_subject}', detail: texts.subject },
    ],
    [texts],
  )
}
