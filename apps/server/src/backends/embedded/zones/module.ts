import { accessModule } from '../access/module.ts'
import { defineModule } from '../resource-module.ts'
import { zoneRoots } from './service.ts'

export const zonesModule = defineModule({
  name: 'zones',
  needs: { access: accessModule },
  create: ({ broker, configuration }, { access: { flapping } }) => ({
    roots: {
      ...zoneRoots(broker, flapping, configuration),
      // Its struct rejects every change.
      force_gc: { apply: () => {} },
    },
  }),
})
