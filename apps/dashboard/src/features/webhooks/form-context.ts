import type { RuleEvent } from '@mqdeck/contract'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { useSchemaForm } from '../../schema-form/index.ts'

/** Context of the custom fields in the form of a webhook. */
export interface WebhookFormSetting {
  readonly form: ReturnType<typeof useSchemaForm>
  /** Events that can trigger a webhook, without those of sources. */
  readonly events: readonly RuleEvent[]
  /** Undefined if the webhook has no rule yet. */
  readonly ruleId: string | undefined
}

export const WebhookFormContext = createContext<WebhookFormSetting | undefined>(undefined)

export function useWebhookForm(): WebhookFormSetting {
  const setting = useContext(WebhookFormContext)
  if (!setting) throw new Error('A field of a webhook stands outside of its form')
  return setting
}

/** The current value of the form. Rerenders on every change. */
export const useFormValue = ({ store }: WebhookFormSetting['form']): unknown =>
  useSyncExternalStore(store.subscribe, () => store.get().value)
