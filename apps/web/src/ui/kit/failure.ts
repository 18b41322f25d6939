/** What a person is told about a request that failed. */
export interface Failure {
  /** Status of the reply; 0 where no reply came. */
  status: number;
  /** Status and text, such as "404 Not Found"; empty where no reply came. */
  title: string;
  message: string;
}
