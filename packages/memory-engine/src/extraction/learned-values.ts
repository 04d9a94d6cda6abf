// Written by bench/learn-chatter.ts. 384 numbers, a byte each, in base64.
export const LEARNED_CHATTER = {
  constant: -2.26277,
  scale: 0.039944,
  bytes:
    '3xAV1jDAHyPQ/0C/6eTIAxAejVUDANj75dIACRv21A30F/0MNv0q5wLE9/sO0AcuE/ee0O6xKEzr+h8EIfgooEu++iTx+xM4r9PsDM4HzPgi9QPhxykzyjzW5hQB5hIiGusMfPag9vUI2vz+994R8C70G/jz/uO+HeouCUDaKQAtu+35DwUY7f8ixxrkcyr7vwUx1Q/98tD2KcfhPxvhD+P/A98bKODVxuzW/9Lx1gzZL+kUHw/0Au43NftcEB2izhDzCgP1DiQ3WOsFEPoMBS7GygQY/icFBj6tLzHJAADsNcPz2jj2+SoVDhkk9zI7TsncX/PR6cmHFPsjtvB/FxwkMQ1yCtgTDNePyh7Q/ycoKd4QFx21474wDAbs8drgIBMZN//uGvao1QwPEsfX+gLuKfgQAvEM/cnlHBEn6QAPFfZAIvY2rPs0P/otLu/2r8Xq5wbGCBAL9+zo3SfYIPYUKSQhASK29aoaONDn7uzz7wPd5vhVQOow2g458CYI',
};
