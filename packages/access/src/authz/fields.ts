import { choice, flag, setting } from '@mqdeck/contract'

/** Fields of all sources. */
export const enableField = setting(flag(), {
  default: true,
  label: { en: 'Enabled', zh: '启用' },
  help: { en: 'If disabled, the chain skips it. Default enabled.', zh: '禁用后，授权链会跳过它。默认启用。' },
})

export const typeField = <T extends string>(type: T) =>
  setting(choice([type]), { required: true, label: { en: 'Type', zh: '类型' } })
