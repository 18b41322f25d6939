interface Problem {
  type?: string;
  issue?: { details?: { coding?: { code?: string }[] } }[];
}

/** Returns the type of an error, from the API's form or from that of FHIR. */
export const problemType = ({ type, issue }: Problem): string | undefined =>
  type ?? issue?.[0]?.details?.coding?.[0]?.code;
