"""What lies between the network and the services, whatever they are.

middleware   the way of every request: ID, log line, headers
apikey       who brings no key goes no further
straight     the way to a service that needs no router
arrival      what a request must look like, and how long and large its body may be
proxies      whose word about a request counts
cors         who may call from elsewhere
ready        answers that lie in memory
language     in which language to speak
headers      what keeps browsers safe
error_handlers     what can go wrong anywhere, in the words of each service
journal      the log line
"""
