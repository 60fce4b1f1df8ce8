/** Component names of a bridge as most of EMQX's types have them. */
export const bridgeNames = (prefix: string, suffix = '') => ({
  component: (use: 'post' | 'put' | 'get') => `${prefix}.${use}${suffix}`,
  options: `${prefix}.creation_opts`,
})
/** Component name of `resource_opts` of the types without options of their own. */
export const plainBridgeOptions = 'resource_schema.creation_opts'
/** Fields that all connectors and actions have, but only some bridges. */
export const descriptionFields = ['description', 'tags'] as const
