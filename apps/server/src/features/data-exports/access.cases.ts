import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /data_exports/:id': ({ dataExportId }) => ({ path: `/data_exports/${dataExportId}` }),
    'GET /data_exports/:id/file': ({ dataExportId }) => ({ path: `/data_exports/${dataExportId}/file` }),
  },
  makingNothingOfPeople: ['POST /data_exports', 'PUT /data_exports/nightly'],
};
